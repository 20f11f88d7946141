import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { getMerchantSettings } from "@/lib/business/merchants/get-settings";
import { getLogo } from "@/lib/business/merchants/logo-get";
import { removeLogo } from "@/lib/business/merchants/logo-remove";
import { SetLogoInput, setLogo } from "@/lib/business/merchants/logo-set";
import {
  UpdateAccentInput,
  UpdateCapInput,
  UpdateContactInput,
  UpdateMerchantInput,
  updateAccent,
  updateContact,
  updateDailyCap,
  updateMerchant,
} from "@/lib/business/merchants/update";
import { getCheckout } from "@/lib/payments/page/get-checkout";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { jpegOf, pngOf, webpOf } from "@/tests/support/images";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";

const base64 = (bytes: Buffer) => ({ image: bytes.toString("base64") });
const system = () => systemContext(database(), "test");

describe("the merchant's settings", () => {
  it("that a colleague has changed stay, whatever else is saved from a page that was opened before", async () => {
    const merchant = await createMerchantFixture();
    const [anna, ben] = [await memberContext(merchant), await memberContext(merchant)];
    await updateMerchant(ben, UpdateMerchantInput.parse({ timeZone: "Europe/Lisbon" }));
    await updateMerchant(anna, UpdateMerchantInput.parse({ name: "Corner Shop" }));
    await updateContact(ben, UpdateContactInput.parse({ supportPhone: "+351 21 000 0000" }));
    await updateContact(anna, UpdateContactInput.parse({ supportEmail: "help@shop.example" }));
    await updateContact(ben, UpdateContactInput.parse({ supportPhone: "", supportUrl: undefined }));
    await updateMerchant(anna, {});
    expect(await getMerchantSettings(anna)).toMatchObject({
      name: "Corner Shop",
      timeZone: "Europe/Lisbon",
      supportEmail: "help@shop.example",
      supportUrl: null,
      supportPhone: null,
    });
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => /updated|changed/.test(entry.action));
    expect(entries.map(({ after }) => after)).toEqual([
      { timeZone: "Europe/Lisbon" },
      { name: "Corner Shop" },
      { supportPhone: "+351 21 000 0000" },
      { supportEmail: "help@shop.example" },
      { supportPhone: null },
    ]);
  });

  it("are changed with what they were before written down, and nothing when nothing differs", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await updateMerchant(ctx, { name: "Corner Shop", timeZone: "Europe/Lisbon" });
    await updateMerchant(ctx, { name: "Corner Shop", timeZone: "Europe/Lisbon" });
    await updateAccent(ctx, UpdateAccentInput.parse({ accentColour: "#1F6F64" }));
    await updateDailyCap(ctx, UpdateCapInput.parse({ cap: "25,000.000001" }));
    expect(await getMerchantSettings(ctx)).toEqual({
      name: "Corner Shop",
      timeZone: "Europe/Lisbon",
      accentColour: "#1f6f64",
      logo: null,
      dailyLiveCapMicros: 25_000_000_001n,
      neverReuseAddresses: false,
      quoteLifeSeconds: 3_600,
      supportEmail: null,
      supportUrl: null,
      supportPhone: null,
    });
    await updateAccent(ctx, { accentColour: "" });
    await updateDailyCap(ctx, UpdateCapInput.parse({ cap: "" }));
    expect(await getMerchantSettings(ctx)).toMatchObject({ accentColour: null, dailyLiveCapMicros: null });
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => /updated|changed/.test(entry.action));
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      [
        "merchant.updated",
        { name: "Corner Bookshop", timeZone: "UTC" },
        { name: "Corner Shop", timeZone: "Europe/Lisbon" },
      ],
      ["merchant.accent_changed", { accentColour: null }, { accentColour: "#1f6f64" }],
      ["merchant.cap_changed", { dailyLiveCapMicros: null }, { dailyLiveCapMicros: "25000000001" }],
      ["merchant.accent_changed", { accentColour: "#1f6f64" }, { accentColour: null }],
      ["merchant.cap_changed", { dailyLiveCapMicros: "25000000001" }, { dailyLiveCapMicros: null }],
    ]);
  });

  it.each([
    [UpdateMerchantInput, { name: " ", timeZone: "UTC" }],
    [UpdateMerchantInput, { name: "Shop", timeZone: "GMT+99" }],
    [UpdateAccentInput, { accentColour: "red" }],
    [UpdateAccentInput, { accentColour: "#12345" }],
    [UpdateAccentInput, { accentColour: "#123456;}" }],
    [UpdateCapInput, { cap: "0" }],
    [UpdateCapInput, { cap: "0.0000001" }],
    [UpdateCapInput, { cap: "-5" }],
    [UpdateCapInput, { cap: "1e9" }],
    [UpdateCapInput, { cap: "1000000000" }],
  ])("refuse what they cannot be, with an example", (schema, input) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toMatch(/for example/);
  });
});

describe("a logo", () => {
  it.each([
    ["PNG", pngOf(64, 32), "image/png"],
    ["JPEG", jpegOf(512, 512), "image/jpeg"],
    ["WebP", webpOf(16, 400), "image/webp"],
  ])("as %s is kept as it is, and its address is its digest", async (_kind, bytes, mediaType) => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { digest } = await setLogo(ctx, base64(bytes));
    expect(digest).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(await getLogo(system(), merchant.merchantId, digest)).toEqual({ mediaType, bytes });
    expect((await getMerchantSettings(ctx)).logo).toBe(`/logo/${merchant.merchantId}/${digest}`);
    const other = await createMerchantFixture();
    expect(await getLogo(system(), other.merchantId, digest)).toBeNull();
    expect(await getLogo(system(), merchant.merchantId, "0".repeat(64))).toBeNull();
  });

  it("is replaced by the next one and taken away, each written down once", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const first = await setLogo(ctx, base64(pngOf(64, 64)));
    await setLogo(ctx, base64(pngOf(64, 64)));
    const second = await setLogo(ctx, base64(pngOf(65, 64)));
    expect(await getLogo(system(), merchant.merchantId, first.digest)).toBeNull();
    await removeLogo(ctx);
    await removeLogo(ctx);
    expect(await getLogo(system(), merchant.merchantId, second.digest)).toBeNull();
    const entries = (await auditOf(merchant.merchantId)).filter((entry) => entry.action.startsWith("merchant.logo"));
    expect(entries.map(({ action, before }) => [action, before])).toEqual([
      ["merchant.logo_changed", null],
      ["merchant.logo_changed", { digest: first.digest }],
      ["merchant.logo_removed", { digest: second.digest }],
    ]);
  });

  it("sent twice at once is written down once", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const running = await database().sql.begin(async (tx) => {
      await tx`select from merchants where id = ${merchant.merchantId} for update`;
      const sent = Array.from({ length: 2 }, () => setLogo(ctx, base64(pngOf(64, 64))));
      await waitForLocks(2);
      return sent;
    });
    await Promise.all(running);
    const entries = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "merchant.logo_changed");
    expect(entries.map(({ before }) => before)).toEqual([null]);
  });

  it.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), /PNG, JPEG or WebP/],
    ["HTML that begins like a comment", Buffer.from("<!-- --><script>alert(1)</script>"), /PNG, JPEG or WebP/],
    ["GIF", Buffer.from("GIF89a\x10\x00\x10\x00\x00\x00\x00", "latin1"), /PNG, JPEG or WebP/],
    ["nothing", Buffer.alloc(0), /PNG, JPEG or WebP/],
    ["a PNG cut short", pngOf(64, 64).subarray(0, 18), /PNG, JPEG or WebP/],
    ["a JPEG without a frame", jpegOf(64, 64).subarray(0, 12), /PNG, JPEG or WebP/],
    ["a PNG of no width", pngOf(0, 64), /PNG, JPEG or WebP/],
    ["a PNG of 30,000 pixels", pngOf(30_000, 30_000), /16 to 512/],
    ["a PNG of one pixel", pngOf(1, 1), /16 to 512/],
    ["a PNG of 257 kB", Buffer.concat([pngOf(64, 64), Buffer.alloc(263_000)]), /larger than 256 kB/],
  ])("of %s is refused at the field", async (_what, bytes, words) => {
    const ctx = await memberContext(await createMerchantFixture());
    const refused = { code: "invalid_request", message: expect.stringMatching(words), extra: { field: "image" } };
    await expect(setLogo(ctx, base64(bytes))).rejects.toMatchObject(refused);
  });

  it("of any size is refused before it is read", () => {
    expect(SetLogoInput.safeParse({ image: "A".repeat(400_000) }).error?.issues[0]?.message).toMatch(/256 kB/);
  });
});

describe("the checkout", () => {
  it("carries the merchant's logo and accent, and nothing when there is none", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    expect(await getCheckout(system(), json.intent.id)).toMatchObject({ logo: null, accentColour: null });
    const { digest } = await setLogo(ctx, base64(pngOf(64, 64)));
    await updateAccent(ctx, { accentColour: "#1f6f64" });
    expect(await getCheckout(system(), json.intent.id)).toMatchObject({
      logo: `/logo/${merchant.merchantId}/${digest}`,
      accentColour: "#1f6f64",
    });
  });
});
