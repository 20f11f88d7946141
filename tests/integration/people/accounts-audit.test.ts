import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { describeEntry, targetHref } from "@/components/audit/describe-entry";
import type { AuditValues, MerchantAction } from "@/lib/base/audit/actions";
import { exportAudit } from "@/lib/base/audit/export";
import { ListAuditInput, listAudit, listAuditPeople } from "@/lib/base/audit/list";
import { recordAudit } from "@/lib/base/audit/record";
import type { Actor, MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { resendDelivery, resendFailed } from "@/lib/delivery/log/resend";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { linesOf, textOf } from "@/tests/support/read-exports";

async function shop() {
  const merchant = await createMerchantFixture();
  return { merchant, owner: await memberContext(merchant) };
}

const note = (merchantId: string, actor: Actor, action: MerchantAction, after?: AuditValues) =>
  database().sql.begin((tx) =>
    recordAudit(tx, { merchantId, actor, action, targetType: "terminal", targetId: randomUUID(), after }),
  );

const list = (ctx: MemberContext, input: Record<string, string> = {}) => listAudit(ctx, ListAuditInput.parse(input));
const actionsOf = async (ctx: MemberContext, input: Record<string, string>) =>
  (await list(ctx, input)).entries.map(({ action }) => action);

async function failedDelivery(merchantId: string, endpointId: string) {
  const [delivery] = await database().sql<[{ id: string }]>`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      values (gen_random_uuid(), ${merchantId}, 'sandbox', 'payment.success', '{}') returning id)
    insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, ended_at)
    select id, ${endpointId}, 'failed', null, now() from e returning id`;
  return { deliveryId: delivery.id };
}

/** An entry at a moment of one's choice, which the log itself would never take. */
async function noteAt(merchantId: string, at: string, action = "test.moment") {
  await database().sql`
    insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id, created_at)
    values (${merchantId}, 'system', 'admin', ${action}, 'merchant', ${merchantId}, ${at})`;
}

describe("the audit log", () => {
  it("says who did what to what, and nothing of another shop", async () => {
    const { merchant, owner } = await shop();
    const other = await shop();
    await note(other.merchant.merchantId, other.owner.actor, "terminal.updated");
    const [key] = await database().sql<[{ id: string; last4: string }]>`
      select id, last4 from api_keys where merchant_id = ${merchant.merchantId}`;
    const byKey = { type: "api_key" as const, keyId: key.id };
    await note(merchant.merchantId, byKey, "intent.cancelled");
    await database().sql`update users set name = 'Ana' where id = ${owner.actor.userId}`;
    await note(merchant.merchantId, owner.actor, "terminal.updated", { name: "Bar" });
    const { entries, next } = await list(owner);
    expect(next).toBeNull();
    expect(entries.slice(0, 2)).toMatchObject([
      {
        action: "terminal.updated",
        actorType: "user",
        actorName: "Ana",
        address: "203.0.113.7",
        after: { name: "Bar" },
      },
      { action: "intent.cancelled", actorType: "api_key", actorName: `Front desk ····${key.last4}` },
    ]);
    // one transaction, one moment: in either order
    const made = entries.slice(2).sort((a, b) => b.action.localeCompare(a.action));
    expect(made).toMatchObject([
      { action: "terminal.created", actorType: "system", actorName: null, actorId: "test", targetName: "Front desk" },
      { action: "merchant.created" },
    ]);
    expect(await listAuditPeople(owner)).toEqual([{ id: owner.actor.userId, name: "Ana" }]);
  });

  it("is filtered by person, by noun and by action", async () => {
    const { merchant, owner } = await shop();
    const manager = await memberContext(merchant, { role: "manager" });
    await note(merchant.merchantId, owner.actor, "terminal.updated");
    await note(merchant.merchantId, manager.actor, "terminal.archived");
    await note(merchant.merchantId, manager.actor, "api_key.ended");
    await noteAt(merchant.merchantId, "2026-05-01T12:00:00Z", "terminals.odd");
    expect(await actionsOf(owner, { person: manager.actor.userId })).toEqual(["api_key.ended", "terminal.archived"]);
    expect(await actionsOf(owner, { action: "terminal" })).toEqual([
      "terminal.archived",
      "terminal.updated",
      "terminal.created",
    ]);
    expect(await actionsOf(owner, { action: "terminal.updated", person: manager.actor.userId })).toEqual([]);
    for (const wrong of [{ person: "x" }, { action: "' or true" }, { from: "yesterday" }, { cursor: "1" }]) {
      expect(ListAuditInput.safeParse(wrong).success).toBe(false);
    }
  });

  it("is filtered by days of the shop's own zone, both included, across a change of the clocks", async () => {
    const { merchant, owner } = await shop();
    await database().sql`update merchants set time_zone = 'Europe/Lisbon' where id = ${merchant.merchantId}`;
    // 29 March 2026 begins at midnight UTC and ends at 23:00 UTC
    const moments = [
      "2026-03-28T23:59:59.999999Z",
      "2026-03-29T00:00:00Z",
      "2026-03-29T22:59:59.999999Z",
      "2026-03-29T23:00:00Z",
    ];
    for (const [at, moment] of moments.entries()) await noteAt(merchant.merchantId, moment, `test.m${"abcd"[at]}`);
    const day = { from: "2026-03-29", to: "2026-03-29" };
    expect(await actionsOf(owner, day)).toEqual(["test.mc", "test.mb"]);
    expect(await actionsOf(owner, { action: "test", to: "2026-03-29" })).toEqual(["test.mc", "test.mb", "test.ma"]);
    expect(await actionsOf(owner, { action: "test", from: "2026-03-29" })).toEqual(["test.md", "test.mc", "test.mb"]);
  });

  it("comes page by page, each entry once, also where many share a moment", async () => {
    const { merchant, owner } = await shop();
    for (let n = 0; n < 120; n++) await noteAt(merchant.merchantId, `2026-05-01T12:00:00.00000${n % 3}Z`);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(owner, {
        action: "test",
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(seen).toHaveLength(120);
    expect(new Set(seen).size).toBe(120);
  });

  it("is exported as filtered, with the zone's offset, and nothing in it is a formula", async () => {
    const { merchant, owner } = await shop();
    await noteAt(merchant.merchantId, "2026-07-01T10:00:00Z");
    await database().sql`update users set name = '=HYPERLINK("http://evil.example")' where id = ${owner.actor.userId}`;
    await note(merchant.merchantId, owner.actor, "terminal.updated", { name: 'Bar, "old"' });
    const csv = (filter: Record<string, string>) =>
      textOf(
        exportAudit(owner, ListAuditInput.parse(filter), { timeZone: "Europe/Lisbon", formatEntry: describeEntry }),
      );
    const renamed = await csv({ action: "terminal.updated" });
    const [head, line, ...rest] = renamed.trimEnd().split("\r\n");
    expect(head).toBe(
      "time,actor_type,actor,actor_email,action,description,target_type,target,target_id,address,field,before,after",
    );
    expect(line).toContain(`user,"'=HYPERLINK(""http://evil.example"")",`);
    expect(line).toMatch(/,Terminal changed,terminal,,[0-9a-f-]{36},203\.0\.113\.7,Name,,"Bar, ""old"""$/);
    expect(rest).toEqual([]);
    expect(await csv({ from: "2026-07-01", to: "2026-07-01" })).toContain(
      "\n2026-07-01T11:00:00+01:00,system,admin,,test.moment,Test moment,merchant,",
    );
  });

  it("names what each entry is about and leads there, in the target's own environment", async () => {
    const merchant = await createMerchantFixture();
    const owner = await memberContext(merchant, { environment: "live" });
    const { sql } = database();
    await sql`update merchants set name = 'Corner' where id = ${merchant.merchantId}`;
    const sandbox = { ...owner, environment: "sandbox" as const };
    const [payment] = await makePayments(merchant, [{ reference: "order 7", amountMicros: 12_500_000n }]);
    const kept = await createEndpoint(owner, { environment: "sandbox", url: "http://localhost:9/kept" });
    const gone = await createEndpoint(owner, { environment: "sandbox", url: "http://localhost:9/gone" });
    await deleteEndpoint(sandbox, { endpointId: gone.id });
    await createDeviceLink(sandbox, { terminalId: merchant.terminalId, name: "Tablet" });
    const { deliveryId } = await failedDelivery(merchant.merchantId, kept.id);
    await resendDelivery(sandbox, deliveryId);
    await sql.begin((tx) =>
      recordAudit(tx, {
        merchantId: merchant.merchantId,
        actor: owner.actor,
        action: "intent.simulated",
        targetType: "intent",
        targetId: payment?.id as string,
        after: { outcome: "paid" },
      }),
    );
    const { entries } = await list(owner);
    const told = entries.map((entry) => {
      const { description, target, changes } = describeEntry(entry);
      const href = targetHref(entry, { merchant: merchant.merchantId, environment: "live" });
      return [
        description,
        target?.replace("\u00a0", " "),
        href?.replace(`/dashboard/${merchant.merchantId}/`, ""),
        changes.map(({ line }) => line).join(),
      ];
    });
    const created =
      "Environment: Sandbox,Terminal: All terminals,Events: payment.success, intent.created, payment.expired, key.rotated, test.ping";
    expect(told).toEqual(
      expect.arrayContaining([
        ["Payment simulated", "12.50 USDT · order 7", `sandbox/payments/${payment?.id}`, "Outcome: exact payment"],
        ["Event resent", "payment.success", `sandbox/webhooks/deliveries/${deliveryId}`, ""],
        [
          "Device link created",
          "Tablet",
          `sandbox/terminals/${merchant.terminalId}`,
          "Environment: Sandbox,Terminal: Front desk",
        ],
        ["Endpoint deleted", "http://localhost:9/gone", undefined, expect.stringContaining("Environment: Sandbox")],
        ["Endpoint added", "http://localhost:9/kept", `sandbox/webhooks/${kept.id}`, created],
        ["Endpoint added", "http://localhost:9/gone", undefined, created],
        [
          "Terminal created",
          "Front desk",
          `live/terminals/${merchant.terminalId}`,
          expect.stringContaining("Time zone: UTC"),
        ],
        ["Business created", "Corner", "live/settings/general", expect.stringContaining("Owner: ")],
      ]),
    );
    const words = JSON.stringify(told.map(([, , , changes]) => changes));
    expect(words.replaceAll(/[\w-]+@example\.com/g, "")).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it("records a resend once, and none that changed nothing", async () => {
    const { merchant, owner } = await shop();
    const { id } = await createEndpoint(owner, { environment: "sandbox", url: "http://localhost:9/hook" });
    expect(await resendFailed(owner, id, new Date(0))).toBe(0);
    const { deliveryId } = await failedDelivery(merchant.merchantId, id);
    await failedDelivery(merchant.merchantId, id);
    expect(await resendFailed(owner, id, new Date(0))).toBe(2);
    await database().sql`
      update webhook_deliveries set leased_until = now() + interval '1 minute' where endpoint_id = ${id}`;
    await resendDelivery(owner, deliveryId);
    await expect(resendDelivery(owner, randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const { entries } = await list(owner, { action: "delivery" });
    expect(entries).toMatchObject([
      { action: "delivery.failed_resent", targetName: "http://localhost:9/hook", after: { deliveries: 2 } },
    ]);
  });

  it("of more entries than a batch is exported whole", async () => {
    const { merchant, owner } = await shop();
    await database().sql`
      insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id)
      select ${merchant.merchantId}, 'system', 'admin', 'test.many', 'merchant', n::text from generate_series(1, 2500) n`;
    const lines = await linesOf(
      exportAudit(owner, { action: "test.many" }, { timeZone: "UTC", formatEntry: describeEntry }),
    );
    const targets = lines.slice(1).map((line) => line.split(",")[8]);
    expect(new Set(targets).size).toBe(2_500);
  });
});
