import { describe, expect, it } from "vitest";
import { isEasyToGuess, measurePassword } from "@/lib/people/accounts/password-rules";

describe("a password", () => {
  it.each([
    ["", "short", 10],
    ["a7!kQ2", "short", 4],
    ["a7!kQ2z9x", "short", 1],
    ["a7!kQ2z9xB", "fair", 0],
    ["a7!kQ2z9xBnM4", "fair", 0],
    ["a7!kQ2z9xBnM4p", "good", 0],
    ["password123", "weak", 0],
    ["aaaaaaaaaaaaaaaaaaaa", "weak", 0],
  ] as const)("%j is %s and lacks %i characters", (password, strength, missing) => {
    expect(measurePassword(password)).toEqual({ strength, missing });
  });

  it("is measured in characters, not in what they are stored as", () => {
    expect(measurePassword("🍋".repeat(9)).missing).toBe(1);
  });
});

describe("easy to guess", () => {
  it.each([
    ["one of the most common", "qwertyuiop"],
    ["a greeting with digits", "welcome1234"],
    ["a name with digits", "superman123"],
    ["one of them in capitals and with spaces", "PassWord 12 3"],
    ["one character", "zzzzzzzzzzzz"],
    ["two characters", "abbabaabba"],
    ["a run along the alphabet", "ghijklmnopq"],
    ["a run backwards", "9876543210"],
    ["a run in even steps", "acegikmoqs"],
  ])("is %s", (_, password) => {
    expect(isEasyToGuess(password)).toBe(true);
  });

  it.each([
    ["three characters", "abcabcabca"],
    ["a run with a break", "abcdefghxj"],
    ["what only begins as one of the most common", "qwertyuiop!z"],
  ])("isn't %s", (_, password) => {
    expect(isEasyToGuess(password)).toBe(false);
  });
});
