import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { getMerchantSettings } from "@/lib/business/merchants/get-settings";
import { updateContact } from "@/lib/business/merchants/update";
import { archiveTerminal } from "@/lib/business/terminals/archive";
import { createTerminal } from "@/lib/business/terminals/create";
import { getTerminal } from "@/lib/business/terminals/list";
import { UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { SupportContact } from "@/lib/business/terminals/support-contact";
import { updateTerminal } from "@/lib/business/terminals/update";
import { getCheckout } from "@/lib/payments/page/get-checkout";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const NONE = { supportEmail: null, supportUrl: null, supportPhone: null };
const SHOP = { supportEmail: "help@shop.example", supportUrl: "https://shop.example/help", supportPhone: null };
const SETTINGS = { name: "Front desk", timeZone: "UTC", businessDayStart: "00:00", intentLifeMinutes: 30 };

let merchant: MerchantFixture;
beforeEach(async () => {
  merchant = await createMerchantFixture();
});

const changesOf = async (action: string) =>
  (await auditOf(merchant.merchantId))
    .filter((entry) => entry.action === action)
    .map(({ before, after, actor_type }) => [actor_type, before, after]);

async function contactOf(key = merchant.keys.sandbox) {
  const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key });
  return (await getCheckout(systemContext(database(), "test"), json.intent.id))?.contact;
}

describe("the support contact of a business", () => {
  it("is changed and emptied, with what it was before in the audit log", async () => {
    const ctx = await memberContext(merchant);
    await updateContact(ctx, SHOP);
    await updateContact(ctx, SHOP);
    expect(await getMerchantSettings(ctx)).toMatchObject(SHOP);
    await updateContact(ctx, NONE);
    expect(await getMerchantSettings(ctx)).toMatchObject(NONE);
    const { supportPhone: _, ...changed } = SHOP;
    const empty = { supportEmail: null, supportUrl: null };
    expect(await changesOf("merchant.contact_changed")).toEqual([
      ["user", empty, changed],
      ["user", changed, empty],
    ]);
  });

  it("is its own: another business keeps its contact", async () => {
    const other = await createMerchantFixture();
    await updateContact(await memberContext(merchant), SHOP);
    expect(await getMerchantSettings(other.ctx)).toMatchObject(NONE);
    expect(await contactOf(other.keys.sandbox)).toEqual({ email: null, url: null, phone: null });
  });
});

describe("the support contact of a terminal", () => {
  const change = async (contact: object) =>
    updateTerminal(await memberContext(merchant), { terminalId: merchant.terminalId, ...SETTINGS, ...contact });

  it("replaces that of the business as a whole, on this terminal's payments only", async () => {
    const ctx = await memberContext(merchant);
    expect(await contactOf()).toEqual({ email: null, url: null, phone: null });
    await updateContact(ctx, SHOP);
    const shop = { email: "help@shop.example", url: "https://shop.example/help", phone: null };
    expect(await contactOf()).toEqual(shop);
    await change({ supportPhone: "+351 21 000 0000" });
    expect(await contactOf()).toEqual({ email: null, url: null, phone: "+351 21 000 0000" });
    const second = await createTerminal(ctx, { name: "Second" });
    expect(await contactOf(second.keys.sandbox)).toEqual(shop);
    await change({ supportPhone: null });
    expect(await contactOf()).toEqual(shop);
  });

  it("is recorded like the other settings, and unchanged where it is left out", async () => {
    const ctx = await memberContext(merchant);
    await change(SupportContact.parse({ supportEmail: " desk@shop.example ", supportUrl: "", supportPhone: "" }));
    await change({});
    await change({ supportEmail: undefined });
    expect(await getTerminal(ctx, merchant.terminalId)).toMatchObject({ ...NONE, supportEmail: "desk@shop.example" });
    await change(NONE);
    expect(await getTerminal(ctx, merchant.terminalId)).toMatchObject(NONE);
    expect(await changesOf("terminal.updated")).toEqual([
      ["user", { supportEmail: null }, { supportEmail: "desk@shop.example" }],
      ["user", { supportEmail: "desk@shop.example" }, { supportEmail: null }],
    ]);
  });

  it("of an archived terminal can't be changed, nor that of another business", async () => {
    const other = await createMerchantFixture();
    const input = UpdateTerminalInput.parse({
      terminalId: other.terminalId,
      ...SETTINGS,
      supportPhone: "+1 202 555 0100",
    });
    await expect(updateTerminal(await memberContext(merchant), input)).rejects.toMatchObject({ code: "not_found" });
    await archiveTerminal(await memberContext(merchant), { terminalId: merchant.terminalId });
    await expect(change({ supportPhone: "+1 202 555 0100" })).rejects.toMatchObject({ code: "conflict" });
  });
});

it.each([
  ["support_email", "a b@shop.example"],
  ["support_email", "a@shop.example\nbcc: b@evil.example"],
  ["support_email", "nobody"],
  ["support_email", `${"a".repeat(250)}@shop.example`],
  ["support_url", "javascript:alert(1)"],
  ["support_url", "https://shop.example/ x"],
  ["support_url", `https://shop.example/${"x".repeat(500)}`],
  ["support_phone", "12"],
  ["support_phone", "+1 202;555"],
  ["support_phone", "1".repeat(31)],
])("the database takes no %s like %j, whoever writes it", async (column, value) => {
  const { sql } = database();
  const refused = { code: "23514" };
  const { merchantId, terminalId } = merchant;
  await expect(sql`update merchants set ${sql({ [column]: value })} where id = ${merchantId}`).rejects.toMatchObject(
    refused,
  );
  await expect(sql`update terminals set ${sql({ [column]: value })} where id = ${terminalId}`).rejects.toMatchObject(
    refused,
  );
});
