import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { parseEnv } from "@/lib/base/process/env";
import { EnvSchema } from "@/lib/base/process/variables";
import { CreateDeviceInput } from "@/lib/business/devices/create";
import { AddMerchantInput } from "@/lib/business/merchants/add";
import { CreateMerchantInput } from "@/lib/business/merchants/create";
import { SignUpInput } from "@/lib/business/merchants/sign-up";
import { UpdateMerchantInput } from "@/lib/business/merchants/update";
import { CreateTerminalInput, UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { SaveViewInput } from "@/lib/payments/lists/save-view";
import { AnnotateInput } from "@/lib/payments/timeline/annotate";
import { ChangeNameInput } from "@/lib/people/accounts/change-name";
import { SignUpInvitedInput } from "@/lib/people/members/sign-up-invited";
import { AddPasskeyInput } from "@/lib/people/second-factor/add-passkey";
import { COMMANDS } from "@/scripts/admin/commands";

const FIELDS: [string, z.ZodType | undefined][] = [
  ["the business of a new account", SignUpInput.shape.shop],
  ["a further business", AddMerchantInput.shape.name],
  ["a business that is changed", UpdateMerchantInput.shape.name],
  ["a business that is created by the operator", CreateMerchantInput.shape.name],
  ["its terminal", CreateMerchantInput.shape.terminal],
  ["a person", ChangeNameInput.shape.name],
  ["a person who is invited", SignUpInvitedInput.shape.name],
  ["a terminal", CreateTerminalInput.shape.name],
  ["a terminal that is changed", UpdateTerminalInput.shape.name],
  ["a device", CreateDeviceInput.shape.name],
  ["a passkey", AddPasskeyInput.shape.name],
  ["a view", SaveViewInput.shape.name],
  ["the command's business", COMMANDS["create-merchant"]?.options.name],
  ["the command's first terminal", COMMANDS["create-merchant"]?.options.terminal],
  ["the command's terminal", COMMANDS["create-terminal"]?.options.name],
];

/** What a schema says of a text, or that it takes it. */
const said = (schema: z.ZodType | undefined, text: string) => {
  const parsed = schema?.safeParse(text);
  return parsed?.success ? "taken" : parsed?.error.issues.map(({ message }) => message).join(" ");
};

describe("the name of", () => {
  it.each(FIELDS)("%s is one line of visible text without a link", (_, schema) => {
    expect(said(schema, "a\nb")).toMatch(/^Use one line, .* for example/);
    expect(said(schema, "a\r\nBcc: x")).toMatch(/^Use one line/);
    expect(said(schema, "a\u202eb")).toMatch(/^This contains an invisible character that changes the direction/);
    expect(said(schema, "pay\u200bpal")).toMatch(/^This contains an invisible character\. Type it again/);
    expect(said(schema, "see https://evil.example")).toMatch(/^A name can't contain a link/);
    expect(said(schema, "a\u0000b")).toMatch(/can't be stored/);
    expect(said(schema, "a\ud800b")).toMatch(/can't be stored/);
  });

  it.each(FIELDS)("%s may be of any script, and has no space around it", (_, schema) => {
    for (const name of ["می\u200cخواهم", "👩\u200d🍳", "Ñandú & Söhne", "shop.example"]) {
      expect(schema?.parse(`  ${name}\n`)).toBe(name);
    }
  });
});

it("tags of a payment are visible text", () => {
  const { tags } = AnnotateInput.shape;
  expect([said(tags, "VIP\u202e, x"), said(tags, "VIP, a\nb"), said(tags, "VIP, می\u200cخواهم")]).toEqual([
    expect.stringMatching(/^A tag contains an invisible/),
    expect.stringMatching(/^A tag contains/),
    "taken",
  ]);
});

it("APP_NAME is one line, since every email has it", () => {
  expect(() => parseEnv({ APP_NAME: "Till\nBcc: x" })).toThrow(
    /^APP_NAME must be one line without invisible characters/,
  );
  expect(EnvSchema.shape.APP_NAME.parse("Till & Söhne")).toBe("Till & Söhne");
});

/** What is looked up by a name, and what Telegram answers. */
const OTHERS = ["delivery/notifications/telegram.ts", "payments/lists/delete-view.ts"];

it("no other input takes a name", () => {
  const field = /\b(?:name|shop|terminal|label|title|\w+Name): z\s*\.string\(\)(?!.*\.meta\()/;
  const files = readdirSync("lib", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files.filter((file) => field.test(readFileSync(path.join("lib", file), "utf8"))).sort()).toEqual(OTHERS);
});
