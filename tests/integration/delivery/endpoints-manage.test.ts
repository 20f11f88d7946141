import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { timeCursor } from "@/lib/base/lists/cursor";
import { ROLES } from "@/lib/base/values/permissions";
import { checkEndpointUrl } from "@/lib/delivery/endpoints/check-url";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { disableEndpoint } from "@/lib/delivery/endpoints/disable";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { getEndpoint, listEndpoints } from "@/lib/delivery/endpoints/list";
import { revealEndpointSecret } from "@/lib/delivery/endpoints/reveal-secret";
import { activateEndpointSecret, rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { UpdateEndpointInput } from "@/lib/delivery/endpoints/schemas";
import { updateEndpoint } from "@/lib/delivery/endpoints/update";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { countFailed } from "@/lib/delivery/log/count-failed";
import { getDelivery } from "@/lib/delivery/log/get-delivery";
import { HIDDEN_SIGNATURE } from "@/lib/delivery/log/hide-signatures";
import { listDeliveries } from "@/lib/delivery/log/list-deliveries";
import { resendDelivery, resendFailed } from "@/lib/delivery/log/resend";
import { type DeliveryFilter, searchDeliveries } from "@/lib/delivery/log/search-deliveries";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { findNamed } from "@/lib/payments/lists/find-named";
import { type PaymentSearch, readSearch } from "@/lib/payments/lists/search";
import { owning } from "@/scripts/admin/context";
import { call } from "@/tests/support/api";
import { deliverDue, deliveriesOf, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { startReceiver } from "@/tests/support/receiver";

const HOUR_MS = 3_600_000;

async function merchantWithEndpoint(url: string) {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  const { id: endpointId, secret } = await createEndpoint(ctx, { environment: "sandbox", url });
  const pay = () => call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
  return { ...merchant, ctx, endpointId, secret, pay };
}

/** A receiver whose answer can be changed, and a merchant whose webhooks it gets. */
async function merchantWithReceiver() {
  const answer = { status: 200 };
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = answer.status;
    // later than any machine needs for what follows: a failed attempt is repeated when a test makes it due
    response.setHeader("Retry-After", "3600");
    response.end(`answered ${answer.status}`);
  });
  return { ...(await merchantWithEndpoint(receiver.url)), receiver, answer };
}

async function actionsOf(ctx: MemberContext) {
  return (await auditOf(ctx.merchantId)).map((entry) => entry.action).filter((action) => action.startsWith("webhook"));
}

describe("an endpoint's health", () => {
  it("goes from new to healthy to failing to off and back, as its server answers", async () => {
    const { ctx, endpointId, answer, pay } = await merchantWithReceiver();
    const health = async () => (await getEndpoint(ctx, endpointId))?.health;
    expect(await health()).toEqual({ state: "new" });
    await pay();
    await deliverDue();
    expect(await health()).toEqual({ state: "healthy", lastSuccessAt: expect.any(Date) });
    answer.status = 500;
    await pay();
    await deliverDue();
    expect(await health()).toEqual({ state: "failing", since: expect.any(Date) });
    expect((await getEndpoint(ctx, endpointId))?.waiting).toBe(1);
    answer.status = 410;
    await pay();
    await deliverDue();
    expect(await health()).toEqual({ state: "off", since: expect.any(Date), reason: "gone" });
    await enableEndpoint(ctx, endpointId);
    expect(await health()).toMatchObject({ state: "healthy" });
  });

  it("puts those in trouble first", async () => {
    const { ctx, endpointId } = await merchantWithEndpoint("http://localhost:9/first");
    const second = await createEndpoint(ctx, { environment: "sandbox", url: "http://localhost:9/second" });
    await database().sql`update webhook_endpoints set failing_since = now() where id = ${second.id}`;
    expect((await listEndpoints(ctx)).map((endpoint) => endpoint.id)).toEqual([second.id, endpointId]);
  });
});

describe("changing an endpoint", () => {
  it("writes down what differs, and a new URL begins with a clean record and gets what waits", async () => {
    const { ctx, endpointId, answer, receiver, pay, merchantId, terminalId } = await merchantWithReceiver();
    const second = await startReceiver((_request, response) => response.end());
    answer.status = 500;
    await pay();
    await deliverDue();
    const eventTypes = [...DEFAULT_EVENT_TYPES, "intent.cancelled" as const];
    await updateEndpoint(ctx, { endpointId, url: second.url, terminalId, eventTypes });
    expect(await getEndpoint(ctx, endpointId)).toMatchObject({
      url: second.url,
      terminal: { id: terminalId, name: "Front desk" },
      health: { state: "new" },
    });
    await database().sql`update webhook_deliveries set next_attempt_at = now() where endpoint_id = ${endpointId}`;
    await deliverDue();
    expect([receiver.requests.length, second.requests.length]).toEqual([1, 1]);
    await updateEndpoint(ctx, { endpointId, url: second.url, terminalId, eventTypes: eventTypes.toReversed() });
    const updates = (await auditOf(merchantId)).filter((entry) => entry.action === "webhook_endpoint.updated");
    expect(updates).toHaveLength(1);
    expect(updates[0]).toMatchObject({
      before: { url: receiver.url, terminalId: null, eventTypes: DEFAULT_EVENT_TYPES },
      after: { url: second.url, terminalId, eventTypes },
    });
  });

  it("keeps what a colleague has changed, and audits only what was sent", async () => {
    const { ctx, endpointId, merchantId, terminalId } = await merchantWithEndpoint("http://localhost:9/hook");
    const colleague = await memberContext({ merchantId }, { role: "developer" });
    const save = (who: MemberContext, settings: object) =>
      updateEndpoint(who, UpdateEndpointInput.parse({ endpointId, ...settings }));
    await save(colleague, { url: "http://localhost:9/moved", terminalId });
    await save(ctx, { eventTypes: ["payment.success"] });
    await save(colleague, { terminalId: null });
    await save(ctx, {});
    expect(await getEndpoint(ctx, endpointId)).toMatchObject({
      url: "http://localhost:9/moved",
      terminal: null,
      eventTypes: ["payment.success"],
    });
    const updates = (await auditOf(merchantId)).filter((entry) => entry.action === "webhook_endpoint.updated");
    expect(updates.map(({ after }) => after)).toEqual([
      { url: "http://localhost:9/moved", terminalId },
      { eventTypes: ["payment.success"] },
      { terminalId: null },
    ]);
    for (const wrong of [{ eventTypes: [] }, { terminalId: "" }]) {
      expect(UpdateEndpointInput.safeParse({ endpointId, ...wrong }).success).toBe(false);
    }
  });

  it.each([
    ["sandbox", "ftp://shop.example", "invalid_url_scheme"],
    ["sandbox", "http://169.254.169.254/", "private_ip_in_live"],
    ["live", "http://shop.example/hook", "http_in_live"],
    ["live", "https://10.0.0.7/hook", "private_ip_in_live"],
  ] as const)("in %s to %s is refused under the field with %s", async (environment, url, code) => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { environment });
    const made = await createEndpoint(ctx, { environment, url: "https://shop.example/hook" });
    const refused = { code, extra: { field: "url" }, message: expect.stringMatching(/example/) };
    const input = { endpointId: made.id, url, terminalId: null, eventTypes: DEFAULT_EVENT_TYPES };
    await expect(checkEndpointUrl(ctx, { url })).rejects.toMatchObject(refused);
    await expect(updateEndpoint(ctx, input)).rejects.toMatchObject(refused);
    await expect(createEndpoint(ctx, { environment, url })).rejects.toMatchObject(refused);
    expect((await getEndpoint(ctx, made.id))?.url).toBe("https://shop.example/hook");
  });
});

describe("an endpoint of another merchant or environment", () => {
  it("is not there, whatever is asked of it", async () => {
    const { endpointId, merchantId, terminalId, ctx, pay } = await merchantWithEndpoint("http://localhost:9/hook");
    await pay();
    const [delivery] = await deliveriesOf(merchantId);
    const strange = await memberContext(await createMerchantFixture());
    const live = await memberContext({ merchantId }, { environment: "live" });
    const settings = { url: "https://shop.example/", terminalId: null, eventTypes: DEFAULT_EVENT_TYPES };
    for (const [asker, id] of [
      [strange, endpointId],
      [live, endpointId],
      [ctx, randomUUID()],
    ] as const) {
      const refused = { code: "not_found", message: "No such endpoint." };
      await expect(updateEndpoint(asker, { endpointId: id, ...settings })).rejects.toMatchObject(refused);
      await expect(disableEndpoint(asker, { endpointId: id })).rejects.toMatchObject(refused);
      await expect(deleteEndpoint(asker, { endpointId: id })).rejects.toMatchObject(refused);
      await expect(revealEndpointSecret(asker, { endpointId: id })).rejects.toMatchObject(refused);
      await expect(enableEndpoint(asker, id)).rejects.toMatchObject(refused);
      await expect(pingEndpoint(asker, id)).rejects.toMatchObject(refused);
      await expect(rotateEndpointSecret(asker, { endpointId: id, shown: null })).rejects.toMatchObject(refused);
      await expect(activateEndpointSecret(asker, { endpointId: id, shown: new Date() })).rejects.toMatchObject(refused);
      await expect(resendFailed(asker, id, new Date(0))).rejects.toMatchObject(refused);
      expect(await getEndpoint(asker, id)).toBeNull();
    }
    await database().sql`
      update webhook_deliveries set status = 'failed', next_attempt_at = null, ended_at = now() where endpoint_id = ${endpointId}`;
    for (const asker of [strange, live]) {
      const resent = resendDelivery(asker, delivery?.id as string);
      await expect(resent).rejects.toMatchObject({ code: "not_found", message: "No such delivery." });
      expect((await countFailed(asker, endpointId))["30d"]).toBe(0);
      expect(await listDeliveries(asker, { endpointId, limit: 10 })).toEqual([]);
      expect(await getDelivery(asker, delivery?.id as string)).toBeNull();
      expect((await searchDeliveries(asker, { endpoint: endpointId })).rows).toEqual([]);
    }
    const foreign = { endpointId, ...settings, terminalId: (await createMerchantFixture()).terminalId };
    await expect(updateEndpoint(ctx, foreign)).rejects.toMatchObject({ message: "No such terminal." });
    expect(await getEndpoint(ctx, endpointId)).toMatchObject({ url: "http://localhost:9/hook", terminal: null });
    expect(terminalId).not.toBe(foreign.terminalId);
    expect((await countFailed(ctx, endpointId))["30d"]).toBe(1);
    expect(await actionsOf(ctx)).toEqual(["webhook_endpoint.created"]);
  });
});

describe("an endpoint that the operator names", () => {
  it.each(["sandbox", "live"] as const)("is found in its own environment, %s", async (environment) => {
    const { ctx } = await createMerchantFixture();
    const { id } = await createEndpoint(ctx, { environment, url: "https://shop.example/hook" });
    const operator = await owning(database(), "endpoint", id);
    expect(operator).toMatchObject({ merchantId: ctx.merchantId, environment });
    const { secret } = await rotateEndpointSecret(operator, { endpointId: id, shown: null });
    expect(secret).toMatch(/^whsec_/);
    expect(await listDeliveries(operator, { endpointId: id, limit: 10 })).toEqual([]);
  });
});

describe("an endpoint that a person disabled", () => {
  it("gets nothing; what it missed is counted and sent once it is on again", async () => {
    const { ctx, endpointId, receiver, pay, merchantId } = await merchantWithReceiver();
    await pay();
    await disableEndpoint(ctx, { endpointId });
    await disableEndpoint(ctx, { endpointId });
    await pay();
    await deliverDue();
    expect(receiver.requests).toHaveLength(0);
    expect(await getEndpoint(ctx, endpointId)).toMatchObject({
      health: { state: "off", reason: "manual" },
      waiting: 0,
    });
    expect((await deliveriesOf(merchantId)).map((row) => [row.status, row.last_error])).toEqual([
      ["failed", "endpoint_disabled"],
      ["failed", "endpoint_disabled"],
    ]);
    await database().sql`
      update webhook_deliveries set ended_at = now() - interval '3 hours'
       where id = (select id from webhook_deliveries where endpoint_id = ${endpointId} order by created_at limit 1)`;
    expect(await countFailed(ctx, endpointId)).toEqual({ "1h": 1, "24h": 2, "7d": 2, "30d": 2 });
    await enableEndpoint(ctx, endpointId);
    expect(await resendFailed(ctx, endpointId, new Date(Date.now() - 24 * HOUR_MS))).toBe(2);
    await deliverDue();
    expect(receiver.requests).toHaveLength(2);
    expect(await actionsOf(ctx)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.disabled",
      "webhook_endpoint.enabled",
    ]);
  });
});

describe("deleting an endpoint", () => {
  it("takes its deliveries and attempts along, keeps the events, and says what it was", async () => {
    const { ctx, endpointId, pay, merchantId, receiver } = await merchantWithReceiver();
    await pay();
    await deliverDue();
    await database().sql`
      with e as (
        insert into events (id, merchant_id, environment, type, body)
        select gen_random_uuid(), ${merchantId}, 'sandbox', 'test.ping', '{}' from generate_series(1, 5001) returning id)
      insert into webhook_deliveries (event_id, endpoint_id) select id, ${endpointId} from e`;
    await deleteEndpoint(ctx, { endpointId });
    expect(await listEndpoints(ctx)).toEqual([]);
    expect(await deliveriesOf(merchantId)).toEqual([]);
    const [left] = await database().sql`
      select (select count(*)::int from events where merchant_id = ${merchantId}) as events,
             (select count(*)::int from webhook_attempts a
               where not exists (select from webhook_deliveries d where d.id = a.delivery_id)) as attempts`;
    expect(left).toEqual({ events: 5_002, attempts: 0 });
    const [last] = (await auditOf(merchantId)).slice(-1);
    expect(last).toMatchObject({ action: "webhook_endpoint.deleted", before: { url: receiver.url } });
    await expect(deleteEndpoint(ctx, { endpointId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an endpoint's secret", () => {
  it("is shown again, with the one that takes over, and that somebody looked is written down", async () => {
    const { ctx, endpointId, secret } = await merchantWithEndpoint("http://localhost:9/hook");
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret, nextSecret: null });
    const rotated = await rotateEndpointSecret(ctx, { endpointId, shown: null });
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret, nextSecret: rotated.secret });
    const takesOver = (await getEndpoint(ctx, endpointId))?.rotation?.takesOverAt;
    expect(Math.round((Number(takesOver) - Date.now()) / HOUR_MS)).toBe(24);
    await activateEndpointSecret(ctx, { endpointId, shown: takesOver as Date });
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret: rotated.secret, nextSecret: null });
    expect((await getEndpoint(ctx, endpointId))?.rotation).toBeNull();
    expect(JSON.stringify(await auditOf(ctx.merchantId))).not.toContain("whsec_");
    expect((await actionsOf(ctx)).filter((action) => action.endsWith("revealed"))).toHaveLength(3);
  });
});

describe("a test event", () => {
  it("is answered at once, also when an engine takes it first", async () => {
    const { ctx, endpointId, receiver, answer } = await merchantWithReceiver();
    const engine = startDispatcher();
    const pump = setInterval(() => void engine.pump(), 1);
    onTestFinished(() => clearInterval(pump));
    const pings = await Promise.all(Array.from({ length: 12 }, () => pingEndpoint(ctx, endpointId)));
    clearInterval(pump);
    expect(pings.every((ping) => ping.delivered && ping.status === 200 && ping.excerpt === "answered 200")).toBe(true);
    expect(receiver.requests).toHaveLength(12);
    answer.status = 503;
    const failed = await pingEndpoint(ctx, endpointId);
    expect(failed).toMatchObject({ delivered: false, status: 503, errorClass: "http_status", excerpt: "answered 503" });
  });
});

describe("the delivery log", () => {
  it("is paged without a gap or a repetition over all endpoints, newest first", async () => {
    const { ctx, endpointId, merchantId } = await merchantWithEndpoint("http://localhost:9/a");
    const second = await createEndpoint(ctx, { environment: "sandbox", url: "http://localhost:9/b" });
    await database().sql`
      with e as (
        insert into events (id, merchant_id, environment, type, body)
        select gen_random_uuid(), ${merchantId}, 'sandbox', 'test.ping', '{}' from generate_series(1, 120) returning id)
      insert into webhook_deliveries (event_id, endpoint_id, created_at)
      select e.id, p.id, now() - make_interval(secs => floor(random() * 30)) from e,
             unnest(${[endpointId, second.id]}::uuid[]) as p(id)`;
    const seen: { id: string; createdAt: Date }[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await searchDeliveries(ctx, { before: before ? timeCursor.schema.parse(before) : undefined });
      seen.push(...page.rows);
      before = page.next;
    }
    expect(seen).toHaveLength(240);
    expect(new Set(seen.map((row) => row.id)).size).toBe(240);
    expect(seen.map((row) => Number(row.createdAt))).toEqual(
      seen.map((row) => Number(row.createdAt)).toSorted((a, b) => b - a),
    );
    expect(
      (await searchDeliveries(ctx, { endpoint: second.id })).rows.every((row) => row.endpointId === second.id),
    ).toBe(true);
  });

  it("is narrowed by status, event and period", async () => {
    const { ctx, pay, answer, endpointId } = await merchantWithReceiver();
    await pay();
    await deliverDue();
    answer.status = 404;
    const failed = await pingEndpoint(ctx, endpointId);
    const idsOf = async (filter: object) => (await searchDeliveries(ctx, filter)).rows.map((row) => row.id);
    expect(await idsOf({ status: "failed" })).toEqual([failed.deliveryId]);
    expect(await idsOf({ event: "test.ping" })).toEqual([failed.deliveryId]);
    expect(await idsOf({ status: "delivered", event: "test.ping" })).toEqual([]);
    expect(await idsOf({ period: "1h" })).toHaveLength(2);
    await database().sql`
      update webhook_deliveries set created_at = now() - interval '2 hours' where id = ${failed.deliveryId}`;
    expect(await idsOf({ period: "1h" })).toHaveLength(1);
    expect(await idsOf({ period: "24h" })).toHaveLength(2);
    await database().sql`
      update webhook_deliveries set status = 'pending', next_attempt_at = now() where id = ${failed.deliveryId}`;
    expect(await idsOf({ status: "pending" })).toEqual([failed.deliveryId]);
    expect(await idsOf({ status: "failed" })).toEqual([]);
  });

  it("shows the payment of each delivery, and finds those of a payment by its ID, reference or event", async () => {
    const { ctx, keys, endpointId } = await merchantWithEndpoint("http://localhost:9/hook");
    const pay = async (reference: string) =>
      (await call("create-payment-intent", { amount_usdt: 12.5, reference }, { key: keys.sandbox })).json.intent
        .id as string;
    const [first, second] = [await pay("Order 7"), await pay("Order 70")];
    const { deliveryId } = await pingEndpoint(ctx, endpointId);
    const all = (await searchDeliveries(ctx, {})).rows;
    expect(all.map(({ intentId, reference, amountMicros }) => [intentId, reference, amountMicros])).toEqual([
      [null, null, null],
      [second, "Order 70", 12_500_000n],
      [first, "Order 7", 12_500_000n],
    ]);
    const [event] = await database().sql<{ id: string }[]>`select id from events where intent_id = ${first}`;
    const foreign = await memberContext(await createMerchantFixture());
    const find = async (q: string, by: MemberContext = ctx, filter: DeliveryFilter = {}) => {
      const named = await findNamed(by, readSearch(q) as PaymentSearch);
      return (await searchDeliveries(by, { ...filter, q }, named)).rows.map((row) => row.intentId);
    };
    for (const q of [first, first.slice(0, 13), `${first.slice(0, 4)}…${first.slice(-4)}`, event?.id as string]) {
      expect([q, await find(q)]).toEqual([q, [first]]);
      expect([q, await find(q, foreign)]).toEqual([q, []]);
    }
    expect(await find("order 7")).toEqual([second, first]);
    expect(await find("order 70")).toEqual([second]);
    expect(await find("order 7", ctx, { status: "delivered" })).toEqual([]);
    expect(await find("order 7", ctx, { event: "intent.created", endpoint: endpointId, period: "1h" })).toHaveLength(2);
    expect(await find("order 7", ctx, { endpoint: randomUUID() })).toEqual([]);
    expect(await find("order 8")).toEqual([]);
    expect(await getDelivery(ctx, all[2]?.id as string)).toMatchObject({
      payment: { id: first, reference: "Order 7", amountMicros: 12_500_000n },
    });
    expect((await getDelivery(ctx, deliveryId))?.payment).toBeNull();
  });

  it("is scanned for a text inside very many references", async () => {
    const { ctx, merchantId, terminalId, endpointId } = await merchantWithEndpoint("http://localhost:9/hook");
    const drafts = Array.from({ length: 205 }, (_, n) => ({ reference: n < 203 ? `Tab-${n}` : "B-1" }));
    const payments = await makePayments({ merchantId, terminalId }, drafts);
    await database().sql`
      with e as (
        insert into events (id, merchant_id, intent_id, environment, type, body)
        select gen_random_uuid(), ${merchantId}, id, 'sandbox', 'payment.success', '{}'
          from unnest(${payments.map(({ id }) => id)}::uuid[]) as p(id) returning id)
      insert into webhook_deliveries (event_id, endpoint_id) select id, ${endpointId} from e`;
    const named = await findNamed(ctx, readSearch("ab-") as PaymentSearch, 200);
    expect(named.commonText).toBe("ab-");
    const seen: (string | null)[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const cursor = before ? timeCursor.schema.parse(before) : undefined;
      const page = await searchDeliveries(ctx, { q: "ab-", before: cursor }, named);
      seen.push(...page.rows.map((row) => row.reference));
      before = page.next;
    }
    expect(new Set(seen).size).toBe(203);
    expect(seen).toHaveLength(203);
    expect(seen).not.toContain("B-1");
  });

  it("shows of one delivery the request and the answer of every attempt, and what is still to come", async () => {
    const { ctx, pay, answer, merchantId, receiver, endpointId } = await merchantWithReceiver();
    answer.status = 500;
    const { json } = await pay();
    await deliverDue();
    const [row] = await deliveriesOf(merchantId);
    const delivery = await getDelivery(ctx, row?.id as string);
    expect(delivery).toMatchObject({
      status: "pending",
      attempts: 1,
      attemptsLeft: 5,
      underWay: false,
      lastStatus: 500,
      lastError: "http_status",
      event: { type: "intent.created", intentId: json.intent.id, body: receiver.requests[0]?.body },
      endpoint: { id: endpointId, url: receiver.url, health: { state: "failing" } },
    });
    const attempted = delivery?.log[0];
    const [due] = await database().sql<[{ seconds: number }]>`
      select extract(epoch from next_attempt_at - ${attempted?.startedAt.toISOString() ?? ""}::timestamptz)::float8 as seconds
        from webhook_deliveries where id = ${row?.id as string}`;
    expect(due.seconds).toBeGreaterThanOrEqual(9);
    expect(delivery?.nextInSeconds).toBeLessThanOrEqual(Math.ceil(due.seconds));
    expect(delivery?.log).toMatchObject([
      { number: 1, status: 500, errorClass: "http_status", excerpt: "answered 500" },
    ]);
    const shown = Object.entries(delivery?.log[0]?.requestHeaders ?? {});
    expect(shown).toHaveLength(10);
    for (const [name, value] of shown) expect(receiver.requests[0]?.request.headers[name.toLowerCase()]).toBe(value);
    answer.status = 200;
    await database().sql`update webhook_deliveries set next_attempt_at = now() where id = ${row?.id as string}`;
    await deliverDue();
    expect(await getDelivery(ctx, row?.id as string)).toMatchObject({
      status: "delivered",
      attempts: 2,
      attemptsLeft: 0,
      nextInSeconds: null,
    });
  });

  it("shows signatures only to roles that may have the secret, in no answer that repeats them either", async () => {
    const { ctx, pay, merchantId } = await merchantWithReceiver();
    await pay();
    await deliverDue();
    const [row] = await deliveriesOf(merchantId);
    const id = row?.id as string;
    const sent = (await getDelivery(ctx, id))?.log[0]?.requestHeaders ?? {};
    const hex = sent["X-Service-Signature"] as string;
    const standard = sent["webhook-signature"]?.replace("v1,", "") as string;
    const echo = JSON.stringify({
      hex,
      standard,
      php: standard.replaceAll("/", "\\/"),
      url: encodeURIComponent(standard),
    });
    await database().sql`update webhook_attempts set response_excerpt = ${echo} where delivery_id = ${id}`;
    for (const role of ROLES) {
      const member = await memberContext({ merchantId }, { role });
      const shown = JSON.stringify(await getDelivery(member, id), (_, value) =>
        typeof value === "bigint" ? String(value) : value,
      );
      const sees = ["owner", "manager", "developer"].includes(role);
      expect([role, shown.includes(hex), shown.includes(standard)]).toEqual([role, sees, sees]);
      if (sees) continue;
      expect((await getDelivery(member, id))?.log[0]).toMatchObject({
        requestHeaders: { ...sent, "X-Service-Signature": HIDDEN_SIGNATURE, "webhook-signature": HIDDEN_SIGNATURE },
        excerpt: expect.not.stringMatching(/[\w+/%\\]{40}/),
      });
    }
  });
  it("that waits is replaced or activated only by who has seen it, also of two at once", async () => {
    const { ctx, endpointId, secret } = await merchantWithEndpoint("http://localhost:9/hook");
    const rotate = (shown: Date | null) => rotateEndpointSecret(ctx, { endpointId, shown });
    const shownNow = async () => (await getEndpoint(ctx, endpointId))?.rotation?.takesOverAt as Date;
    const both = await Promise.allSettled([rotate(null), rotate(null)]);
    const refused = { code: "conflict", message: expect.stringMatching(/Nothing was changed/) };
    expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((one) => one.status === "rejected")).toMatchObject({ reason: refused });
    const first = both.flatMap((one) => (one.status === "fulfilled" ? [one.value.secret] : []))[0];
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret, nextSecret: first });

    const ofFirst = await shownNow();
    const second = await rotate(ofFirst);
    expect(second.secret).not.toBe(first);
    await expect(rotate(ofFirst)).rejects.toMatchObject(refused);
    await expect(activateEndpointSecret(ctx, { endpointId, shown: ofFirst })).rejects.toMatchObject(refused);
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret, nextSecret: second.secret });

    const ofSecond = await shownNow();
    await activateEndpointSecret(ctx, { endpointId, shown: ofSecond });
    await expect(activateEndpointSecret(ctx, { endpointId, shown: ofSecond })).rejects.toMatchObject(refused);
    expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret: second.secret, nextSecret: null });
    const rotations = (await actionsOf(ctx)).filter((action) => /secret_(rotated|activated)$/.test(action));
    expect(rotations.map((action) => action.split("_").at(-1))).toEqual(["rotated", "rotated", "activated"]);
  });

  it("that has taken over by itself is activated, or rotated, from a page that was loaded before", async () => {
    for (const verb of ["activate", "rotate"] as const) {
      const { ctx, endpointId } = await merchantWithEndpoint("http://localhost:9/hook");
      const first = await rotateEndpointSecret(ctx, { endpointId, shown: null });
      await database().sql`
        update webhook_endpoints set next_secret_active_at = now() - interval '1 s' where id = ${endpointId}`;
      const [row] = await database().sql<{ at: Date }[]>`
        select next_secret_active_at as at from webhook_endpoints where id = ${endpointId}`;
      const input = { endpointId, shown: row?.at as Date };
      if (verb === "activate") await activateEndpointSecret(ctx, input);
      const next = verb === "rotate" ? (await rotateEndpointSecret(ctx, input)).secret : null;
      expect(await revealEndpointSecret(ctx, { endpointId })).toEqual({ secret: first.secret, nextSecret: next });
    }
  });
});
