import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InvalidAmountError, Till, WebhookVerifier } from "till-payments";
import { client, vectors } from "./support.mjs";

const amounts = vectors("amounts");

/** A client whose answers are made here: `sent` holds the bodies of its requests. */
function recording(answerOf) {
  const sent = [];
  const fetch = async (_url, { body }) => {
    sent.push(body);
    return new Response(answerOf(body));
  };
  return { till: new Till({ apiKey: "svc_test_x", baseUrl: "https://till.example", fetch }), sent };
}

const created = (json) => `{"success":true,"message":"","terminal":"Bar","environment":"sandbox","livemode":false,
  "intent":{"id":"i","amount_usdt":${json},"status":"pending","expires_at":"2026-03-01T12:30:00.000Z",
  "environment":"sandbox","checkout_uri":"service:pay?intent=i"}}`;
const report = (json) => `{"success":true,"merchant_name":"M","terminal_name":"T",
  "reconciliation_period":{"start":"2026-03-01T00:00:00Z","end":"2026-03-02T00:00:00Z"},
  "summary":{"total_collected":${json},"currency":"USDT","sales_count":1}}`;
const echoing = () => recording((body) => created(/"amount_usdt":([^,}]+)/.exec(body)[1]));

describe("an amount that can be asked for is sent digit by digit and comes back the same", () => {
  const inputs = [
    ...amounts.taken.map((one) => [one.name, { amountUsdt: one.usdt }, one]),
    ...amounts.numbers.taken.map((one) => [`the number ${one.number}`, { amountUsdt: one.number }, one]),
    ...amounts.micros.taken.map((one) => [`${one.micros} micro-USDT`, { amountMicros: BigInt(one.micros) }, one]),
  ];
  for (const [name, input, { json, micros = input.amountMicros }] of inputs) {
    test(name, async () => {
      const { till, sent } = echoing();
      const intent = await till.intents.create(input);
      assert.equal(sent[0], `{"amount_usdt":${json}}`);
      assert.equal(intent.amountUsdt, json);
      assert.equal(intent.amountMicros, BigInt(micros));
    });
  }
});

describe("an amount that cannot be asked for is invalid_amount, and nothing is sent", () => {
  const inputs = [
    ...amounts.refused.map((one) => [one.name, { amountUsdt: one.usdt }]),
    ...amounts.numbers.refused.map((number) => [`the number ${number}`, { amountUsdt: number }]),
    ...amounts.micros.refused.map((micros) => [`${micros} micro-USDT`, { amountMicros: BigInt(micros) }]),
    ["no number", { amountUsdt: Number.NaN }],
    ["endless", { amountUsdt: Number.POSITIVE_INFINITY }],
    ["a bigint where USDT belong", { amountUsdt: 12n }],
    ["a number where micro-USDT belong", { amountMicros: 12 }],
    ["neither", {}],
    ["both", { amountUsdt: "1", amountMicros: 1_000_000n }],
  ];
  for (const [name, input] of inputs) {
    test(name, async () => {
      const { till, sent } = echoing();
      const error = await till.intents.create(input).catch((caught) => caught);
      assert.ok(error instanceof InvalidAmountError);
      assert.equal(error.code, "invalid_amount");
      assert.equal(error.status, null);
      assert.deepEqual(sent, []);
    });
  }
});

describe("a number in an answer is read digit by digit", () => {
  for (const { json, usdt, micros } of amounts.answers.taken) {
    test(json, async () => {
      const { till } = recording(() => report(json));
      const sales = await till.reports.sales();
      assert.equal(sales.totalUsdt, usdt);
      assert.equal(sales.totalMicros, BigInt(micros));
    });
  }
  for (const json of amounts.answers.refused) {
    test(`${json} is not understood`, async () => {
      const { till } = recording(() => report(json));
      await assert.rejects(till.reports.sales(), { code: "unexpected_answer" });
    });
  }
});

test("a report has refunds and net, below zero too, and neither of a service that doesn't report them", async () => {
  const refunds = ',"total_refunded":3.5,"refunds_count":2,"total_net":-0.5';
  const sales = (json) => recording(() => json).till.reports.sales();
  const { refundedUsdt, refundedMicros, refundsCount, netUsdt, netMicros } = await sales(
    report("3").replace('"sales_count":1', `"sales_count":1${refunds}`),
  );
  assert.deepEqual([refundedUsdt, refundedMicros, refundsCount], ["3.5", 3_500_000n, 2]);
  assert.deepEqual([netUsdt, netMicros], ["-0.5", -500_000n]);
  const earlier = await sales(report("3"));
  assert.deepEqual([earlier.refundedUsdt, earlier.refundsCount, earlier.netMicros], [null, null, null]);
});

test("the service takes the smallest and the largest amount and gives them back", async () => {
  for (const amountMicros of [1n, 999_999_999_999_999n]) {
    const intent = await client().intents.create({ amountMicros });
    assert.equal(intent.amountMicros, amountMicros);
    assert.equal((await client().intents.get(intent.id)).amountMicros, amountMicros);
  }
});

describe("a result is plain data: a copy has the exact amount too", () => {
  const [decimal, micros] = ["999999999.999999", 999_999_999_999_999n];
  const verifier = new WebhookVerifier("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
  const eventOf = (body) => verifier.verify(body, verifier.sign(body));
  const intent = `"id":"i","intent_id":"i","amount_usdt":${decimal},"status":"paid","environment":"sandbox",
    "livemode":false,"expires_at":"2026-03-01T12:30:00.000Z","auto_completes_in_ms":6000`;
  const event = `${intent},"item_id":"a","kind":"late","currency":"USDT","terminal_id":"t",
    "timestamp":"2026-03-01T12:30:00.000Z"`;
  const results = {
    "a created intent": () => echoing().till.intents.create({ amountUsdt: decimal }),
    "an intent": () => recording(() => `{${intent}}`).till.intents.get("i"),
    "a demo intent": () => recording(() => `{${intent}}`).till.sandbox.createDemo(),
    "a sales report": () => recording(() => report(decimal)).till.reports.sales(),
    "an event about an intent": () => eventOf(`{"event":"payment.expired",${event}}`),
    "an event about what needs attention": () => eventOf(`{"event":"attention.opened",${event}}`),
  };
  for (const [name, result] of Object.entries(results)) {
    test(name, async () => {
      const original = await result();
      const prefix = name === "a sales report" ? "total" : "amount";
      for (const copy of [original, { ...original }, structuredClone(original)]) {
        const { [`${prefix}Micros`]: copied, ...rest } = copy;
        assert.equal(copied, micros);
        assert.equal(copy[`${prefix}Usdt`], decimal);
        assert.deepEqual(copy, original);
        assert.equal(JSON.parse(JSON.stringify(rest))[`${prefix}Usdt`], decimal);
      }
      assert.equal(original.toJSON, undefined);
      assert.throws(() => JSON.stringify(original), TypeError);
    });
  }
});
