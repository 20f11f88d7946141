import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isStorable } from "@/lib/base/values/storable-text";
import { CreateTerminalInput } from "@/lib/business/terminals/schemas";
import { DeliveryFilter } from "@/lib/delivery/log/search-deliveries";
import { ListAttentionInput } from "@/lib/payments/attention/attention-list";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { parsePasskeyAnswer } from "@/lib/people/second-factor/webauthn";
import { SignInInput } from "@/lib/people/sign-in/sign-in";
import { parseInput } from "@/lib/service/auth/parse-input";

describe("text that PostgreSQL can store", () => {
  it.each(["", "Front desk", "訂單 Ñ 🧾", "a\ud83e\uddfeb", "\ufffd\u0001"])("%j can be stored", (text) => {
    expect(isStorable(text)).toBe(true);
  });

  it.each(["\u0000", "a\ud800", "\udc00b", "\udc00\ud800", "🧾\ud83e"])("%j can't", (text) => {
    expect(isStorable(text)).toBe(false);
  });
});

describe("text of a search or a sign-in", () => {
  it.each(["a\u0000", "a\ud800"])("%j is none", (text) => {
    expect(ListAttentionInput.safeParse({ q: text }).success).toBe(false);
    expect(DeliveryFilter.parse({ q: text }).q).toBeUndefined();
    expect(PaymentFilter.parse({ q: text }).q).toBeNull();
    expect(SignInInput.safeParse({ email: text, password: "x" }).success).toBe(false);
    const answer = { challengeId: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", response: { id: text } };
    expect(parsePasskeyAnswer(JSON.stringify(answer))).toBeNull();
  });
});

describe("the input of a form", () => {
  const issuesOf = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return (error as z.ZodError).issues.map(({ path, message }) => [path.join("."), message]);
    }
    return [];
  };
  const says = expect.stringContaining("can't be stored");

  it.each(["Bar\ud800", "Bar\u0000"])("a terminal's name %j is refused at its field", (name) => {
    expect(issuesOf(() => parseInput(CreateTerminalInput, { name }))).toEqual([["name", says]]);
  });

  it("is refused wherever the text is, and taken without it", () => {
    const schema = z.object({
      tags: z.array(z.string()),
      members: z.record(z.string(), z.object({ note: z.string() })),
    });
    const fine = { tags: ["VIP"], members: { a: { note: "🧾" } } };
    expect(parseInput(schema, fine)).toEqual(fine);
    expect(issuesOf(() => parseInput(schema, { ...fine, tags: ["VIP", "\ud800"] }))).toEqual([["tags.1", says]]);
    expect(issuesOf(() => parseInput(schema, { ...fine, members: { a: { note: "\ud800" } } }))).toEqual([
      ["members.a.note", says],
    ]);
    expect(issuesOf(() => parseInput(schema, { ...fine, members: { "\ud800": { note: "" } } }))).toHaveLength(1);
  });

  it("what the schema says of a field goes first", () => {
    expect(issuesOf(() => parseInput(CreateTerminalInput, { name: "" }))).toEqual([["name", expect.any(String)]]);
    expect(issuesOf(() => parseInput(CreateTerminalInput, { name: "" }))).not.toEqual([["name", says]]);
  });

  it("members that the schema doesn't know are ignored, however deep they are", () => {
    const around: unknown[] = [];
    around.push(around, "\ud800");
    expect(parseInput(z.object({ name: z.string() }), { name: "Bar", around })).toEqual({ name: "Bar" });
  });
});
