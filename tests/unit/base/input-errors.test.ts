import { describe, expect, it } from "vitest";
import { z } from "zod";
import { plainIssue } from "@/lib/base/values/input-errors";

const saidOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainIssue }).error?.issues.map((issue) => issue.message);

describe("what is wrong with an input", () => {
  it.each([
    [z.string(), undefined, "This is required."],
    [z.string().min(1), "", "This is required."],
    [z.string(), 7, "This value is not valid."],
    [z.string().min(8), "x", "Enter at least 8 characters."],
    [z.string().max(2), "xxx", "Enter no more than 2 characters."],
    [z.number().min(2), 1, "Enter 2 or more."],
    [z.number().max(2), 3, "Enter 2 or less."],
    [z.array(z.string()).max(1), ["a", "b"], "Choose no more than 1."],
    [z.array(z.string()).min(1), [], "Choose at least 1."],
    [z.email(), "x", "Enter a valid email address."],
    [z.url(), "x", "Enter a full URL, for example https://shop.example."],
    [z.guid(), "x", "This is not a valid ID."],
    [z.enum(["a"]), "b", "This value is not valid."],
    [z.union([z.number(), z.boolean()]), "b", "This value is not valid."],
    [z.iso.date(), "x", "This value is not valid."],
    [z.strictObject({}), { a: 1 }, "This value is not valid."],
  ] as const)("is said in words of ours, case %#", (schema, value, said) => {
    expect(saidOf(schema, value)).toEqual([said]);
  });

  it("is what the schema says where it says something", () => {
    expect(saidOf(z.string().max(1, "One letter, please."), "xx")).toEqual(["One letter, please."]);
  });
});
