import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Environment } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { EVENT_BODIES } from "@/lib/delivery/events/catalog";
import { serviceSignature } from "@/lib/delivery/events/sign";
import { type Problem, syncAlarms } from "@/lib/delivery/notifications/alarms";
import { findProblems } from "@/lib/service/jobs/find-problems";
import { renewed, stranger } from "@/tests/support/accounts";
import { minutesPass, sync, syncLater } from "@/tests/support/alarms";
import { deliverDue } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";

let merchant: MerchantFixture;

beforeEach(async () => {
  merchant = await createMerchantFixture();
});

afterEach(async () => {
  await database().sql`delete from alarms`;
});

const engine = () => renewed(stranger());

/** An endpoint that only alarms are sent to. */
async function subscribe(url = "https://shop.example/hook", environment: Environment = "sandbox", of = merchant) {
  const [{ id }] = await database().sql<[{ id: string }]>`
    insert into webhook_endpoints (merchant_id, environment, url, event_types, secret)
    values (${of.merchantId}, ${environment}, ${url}, '{alarm.raised,alarm.cleared}', '\\x00') returning id`;
  return id;
}

const failing = (level = 1, subject: string = randomUUID()): Problem => ({
  merchantId: merchant.merchantId,
  environment: "sandbox",
  kind: "endpoint",
  subject,
  level,
  message: "Your webhook endpoint at shop.example is failing.",
  path: "/dashboard/x/sandbox/webhooks/one",
  ending: "Your webhook endpoint at shop.example works again.",
});
const ofAll = (kind: "chain" | "disk"): Problem => ({
  merchantId: null,
  environment: null,
  kind,
  subject: "",
  level: 1,
  path: null,
  message: `Trouble with the ${kind}.`,
  ending: `The ${kind} is fine again.`,
});

type Told = { type: "alarm.raised" | "alarm.cleared"; merchantId: string; environment: Environment; body: string };

async function told(...others: MerchantFixture[]) {
  const merchantIds = [merchant, ...others].map((one) => one.merchantId);
  const rows = await database().sql<Told[]>`
    select e.type, e.merchant_id as "merchantId", e.environment, e.body
      from events e join webhook_deliveries d on d.event_id = e.id
     where e.type like 'alarm.%' and e.merchant_id = any(${merchantIds}::uuid[]) order by e.created_at, e.merchant_id`;
  return rows.map(({ type, body, ...row }) => ({ type, ...row, body: EVENT_BODIES[type].parse(JSON.parse(body)) }));
}

const typesTold = async () => (await told()).map(({ type }) => type);

it("an alarm that lasts is sent once, again when it grows, and when it is over", async () => {
  await subscribe();
  const [endpoint, other] = [randomUUID(), randomUUID()];
  await sync([failing(1, endpoint)]);
  expect(await typesTold()).toEqual([]);
  await minutesPass(2);
  await sync([failing(1, endpoint), failing(1, other)]);
  await sync([failing(1, endpoint), failing(1, other)]);
  expect(await typesTold()).toEqual(["alarm.raised"]);
  await sync([failing(2, endpoint), failing(2, other)]);
  expect(await typesTold()).toEqual(["alarm.raised", "alarm.raised"]);
  await syncLater([]);
  await sync([]);
  const all = await told();
  expect(all.map(({ type }) => type)).toEqual(["alarm.raised", "alarm.raised", "alarm.cleared"]);
  const [raised, , cleared] = all;
  expect(raised).toMatchObject({ merchantId: merchant.merchantId, environment: "sandbox" });
  expect(raised?.body).toMatchObject({
    kind: "endpoint",
    webhook_endpoint_id: endpoint,
    message: failing().message,
    livemode: false,
  });
  expect(new Set(all.map(({ body }) => body.alarm_id)).size).toBe(1);
  expect(Date.parse(cleared?.body.timestamp ?? "") - Date.parse(cleared?.body.raised_at ?? "")).toBeGreaterThan(
    119_000,
  );
});

it("one that returns worse than it was is sent again, and so is its end", async () => {
  await subscribe();
  const endpoint = randomUUID();
  await sync([failing(1, endpoint)]);
  await minutesPass(2);
  await sync([failing(1, endpoint)]);
  await syncLater([]);
  await syncLater([failing(2, endpoint)]);
  expect(await typesTold()).toEqual(["alarm.raised", "alarm.cleared", "alarm.raised"]);
  await syncLater([]);
  expect(await typesTold()).toEqual(["alarm.raised", "alarm.cleared", "alarm.raised", "alarm.cleared"]);
});

it("engines at once send it once", async () => {
  await subscribe();
  const problem = failing();
  await sync([problem]);
  await minutesPass(2);
  await Promise.all(Array.from({ length: 6 }, () => sync([problem])));
  await minutesPass(11);
  await Promise.all(Array.from({ length: 6 }, () => sync([])));
  expect(await typesTold()).toEqual(["alarm.raised", "alarm.cleared"]);
});

it("it is sent to its own business and environment, to those who subscribe; delayed live payments to all in live", async () => {
  const other = await createMerchantFixture();
  await subscribe();
  await subscribe(undefined, "live");
  await subscribe(undefined, "live");
  await subscribe(undefined, "sandbox", other);
  await subscribe(undefined, "live", other);
  const quiet = await memberContext(await createMerchantFixture());
  await createEndpoint(quiet, { environment: "sandbox", url: "http://localhost:9/" });
  const problems = [failing(), ofAll("chain"), ofAll("disk")];
  await sync(problems);
  await minutesPass(2);
  await sync(problems);
  const sent = (await told(other)).map(({ body, ...row }) => [body.kind, row.environment, row.merchantId]);
  expect(sent.toSorted()).toEqual(
    [
      ["chain", "live", merchant.merchantId],
      ["chain", "live", merchant.merchantId],
      ["chain", "live", other.merchantId],
      ["endpoint", "sandbox", merchant.merchantId],
    ].toSorted(),
  );
  const [quietOnes] = await database().sql<[{ events: number }]>`
    select count(*)::int as events from events where merchant_id = ${quiet.merchantId} and type like 'alarm.%'`;
  expect(quietOnes.events).toBe(0);
});

it("an endpoint that keeps failing is reported to another, signed", async () => {
  const ctx = await memberContext(merchant);
  const receiver = await startReceiver((_request, response) => response.end());
  const { secret } = await createEndpoint(ctx, {
    environment: "sandbox",
    url: receiver.url,
    eventTypes: ["alarm.raised", "alarm.cleared"],
  });
  const { id: broken } = await createEndpoint(ctx, { environment: "sandbox", url: "http://localhost:9/broken" });
  const { sql } = database();
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'failing' where id = ${broken}`;
  await syncAlarms(engine(), await findProblems(engine()));
  await minutesPass(2);
  await syncAlarms(engine(), await findProblems(engine()));
  await sql`update webhook_endpoints set disabled_at = null, disabled_reason = null where id = ${broken}`;
  await minutesPass(11);
  await syncAlarms(engine(), await findProblems(engine()));
  await deliverDue();
  const received = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(received.map(({ event }) => event)).toEqual(["alarm.raised", "alarm.cleared"]);
  for (const { body, request } of receiver.requests) {
    expect(JSON.parse(body)).toMatchObject({ kind: "endpoint", webhook_endpoint_id: broken });
    expect(JSON.parse(body).message).toContain("localhost:9 was disabled");
    expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, secret));
  }
});
