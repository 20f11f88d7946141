import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import { describe, expect, it } from "vitest";
import { GET as getBook } from "@/app/pos/[terminal]/[environment]/book/route";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { findDevice } from "@/lib/business/devices/find";
import { listDevices } from "@/lib/business/devices/list";
import { openDeviceLink } from "@/lib/business/devices/open";
import { revokeDevice } from "@/lib/business/devices/revoke";
import { withSettings } from "@/tests/support/accounts";
import { answerRoute } from "@/tests/support/answer-route";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const DAY_MS = 86_400_000;
const anybody = () => publicContext(database());
const open = (link: string) =>
  openDeviceLink(anybody(), { token: link.split("#")[1] as string, address: "203.0.113.9" });

async function merchantWithLink() {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  const made = await createDeviceLink(ctx, { terminalId: merchant.terminalId, name: "Tablet" });
  return { ...merchant, ...made, ctx };
}

describe("a device link", () => {
  it("opens its terminal once: twenty race, one device, and the link is worth nothing afterwards", async () => {
    const { link, terminalId, merchantId, deviceId } = await merchantWithLink();
    const raced = await Promise.allSettled(Array.from({ length: 20 }, () => open(link)));
    const won = raced.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(won).toMatchObject([{ deviceId, terminalId, environment: "sandbox" }]);
    await expect(open(link)).rejects.toMatchObject({ code: "link_ended" });
    expect(await findDevice(anybody(), link.split("#")[1] as string)).toBeNull();
    expect(await findDevice(anybody(), won[0]?.deviceSecret as string)).toMatchObject({
      deviceId,
      merchantId,
      merchantName: "Corner Bookshop",
      terminalId,
      terminalName: "Front desk",
      timeZone: "UTC",
      environment: "sandbox",
    });
    const opened = (await auditOf(merchantId)).filter((entry) => entry.action === "device.opened");
    expect(opened).toMatchObject([{ actor_type: "device", address: "203.0.113.9", target_id: deviceId }]);
  });

  it("that nobody opened within a day, was revoked, or never was, opens nothing, in the same words", async () => {
    const late = await merchantWithLink();
    expect(Math.round((Date.parse(late.expiresAt) - Date.now()) / DAY_MS)).toBe(1);
    await database().sql`update device_links set expires_at = now() where id = ${late.deviceId}`;
    const revoked = await merchantWithLink();
    await revokeDevice(revoked.ctx, { deviceId: revoked.deviceId });
    const links = [late.link, revoked.link, `#${"a".repeat(43)}`, "#short", "#"];
    const reasons = await Promise.all(
      links.map((link) => open(link).catch((error) => `${error.code} ${error.message}`)),
    );
    expect(new Set(reasons).size).toBe(1);
    expect(reasons[0]).toMatch(/^link_ended /);
  });

  it("is no device before it is opened", async () => {
    const { link } = await merchantWithLink();
    expect(await findDevice(anybody(), link.split("#")[1] as string)).toBeNull();
  });

  it("holds no secret in clear", async () => {
    const { link, merchantId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    const rows = await database().sql`
      select row_to_json(d)::text as row from device_links d where merchant_id = ${merchantId}
      union all select row_to_json(a)::text from audit_log a where merchant_id = ${merchantId}`;
    for (const secret of [link.split("#")[1] as string, deviceSecret])
      expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it("is made for no terminal of another merchant, and for no archived one", async () => {
    const { ctx, terminalId } = await merchantWithLink();
    const other = await createMerchantFixture();
    for (const foreign of [other.terminalId, randomUUID()]) {
      const refused = createDeviceLink(ctx, { terminalId: foreign, name: "Tablet" });
      await expect(refused).rejects.toMatchObject({ code: "not_found", message: "No such terminal." });
    }
    await database().sql`update terminals set archived_at = now() where id = ${terminalId}`;
    const refused = createDeviceLink(ctx, { terminalId, name: "Tablet" });
    await expect(refused).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a device", () => {
  it("goes on as long as it is used, and ends after 180 days without a visit", async () => {
    const { link, deviceId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    const { sql } = database();
    await sql`
      update device_links set last_seen_at = now() - interval '179 days', expires_at = now() + interval '1 day'
       where id = ${deviceId}`;
    expect(await findDevice(anybody(), deviceSecret)).not.toBeNull();
    const [row] = await sql<{ days: number; seen: number }[]>`
      select extract(epoch from expires_at - now())::float8 / 86400 as days,
             extract(epoch from now() - last_seen_at)::float8 as seen from device_links where id = ${deviceId}`;
    expect(Math.round(row?.days ?? 0)).toBe(180);
    expect(row?.seen).toBeLessThan(60);
    await sql`update device_links set expires_at = now() where id = ${deviceId}`;
    expect(await findDevice(anybody(), deviceSecret)).toBeNull();
  });

  it("is gone at once when it is revoked, and the list with it", async () => {
    const { link, ctx, deviceId, merchantId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    expect(await listDevices(ctx)).toMatchObject([{ id: deviceId, name: "Tablet", openedAt: expect.any(Date) }]);
    await revokeDevice(ctx, { deviceId });
    await revokeDevice(ctx, { deviceId });
    expect(await findDevice(anybody(), deviceSecret)).toBeNull();
    expect(await listDevices(ctx)).toEqual([]);
    const revoked = (await auditOf(merchantId)).filter((entry) => entry.action === "device.revoked");
    expect(revoked).toHaveLength(1);
  });

  it("of another merchant or environment is neither listed nor revoked", async () => {
    const { deviceId, merchantId } = await merchantWithLink();
    const live = await memberContext({ merchantId }, { environment: "live" });
    const stranger = await memberContext(await createMerchantFixture());
    for (const ctx of [live, stranger]) {
      expect(await listDevices(ctx)).toEqual([]);
      const refused = { code: "not_found", message: "No such device." };
      await expect(revokeDevice(ctx, { deviceId })).rejects.toMatchObject(refused);
    }
  });
});

describe("the cookie of a device", () => {
  const openBook = (terminal: string, secret: string) => {
    const request = new NextRequest(`http://localhost:3000/pos/${terminal}/sandbox/book`, {
      headers: { cookie: `till-device-sandbox=${secret}` },
    });
    return answerRoute(getBook, request, { terminal, environment: "sandbox" });
  };

  it("is renewed when it opens its takings, as its link is by each visit", async () => {
    const { link, terminalId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    const answer = await openBook(terminalId, deviceSecret);
    expect([answer.status, await answer.json()]).toMatchObject([200, { today: { count: 0 } }]);
    const [cookie, ...others] = answer.headers.getSetCookie();
    expect(cookie).toMatch(`till-device-sandbox=${deviceSecret}; Path=/pos/${terminalId}; `);
    expect(cookie).toMatch(/Max-Age=15552000; HttpOnly; SameSite=lax/i);
    expect(others).toEqual([]);
  });

  it("of before names by address is still known, and is renewed under the new name", async () => {
    const { link, terminalId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    const answer = await withSettings({ APP_URL: "http://shop.example:8080" }, () =>
      openBook(terminalId, deviceSecret),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringContaining(`till-device-sandbox-8080=${deviceSecret};`),
    ]);
  });

  it("isn't renewed once the device is revoked", async () => {
    const { link, terminalId, ctx, deviceId } = await merchantWithLink();
    const { deviceSecret } = await open(link);
    await revokeDevice(ctx, { deviceId });
    const answer = await openBook(terminalId, deviceSecret);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
  });
});
