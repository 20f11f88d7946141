import { describe, expect, it, test } from "vitest";
import { decimalsOf, minorFromDecimal } from "@/lib/base/values/currencies";
import { DomainError, ERROR_CODES, type ErrorCode, isDomainError } from "@/lib/base/values/errors";
import { decimalFromMicros, microsFromNumber, numberFromMicros } from "@/lib/base/values/money";
import { EVENT_BODIES, EVENT_TYPES, type EventType } from "@/lib/delivery/events/catalog";
import { deliveryHeaders, serviceSignature, standardSignature } from "@/lib/delivery/events/sign";
import { CreatedAnswer, CreateIntentInput } from "@/lib/payments/intents/schemas";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { CreateRefundInput, RefundAnswer, RefundPageAnswer } from "@/lib/payments/refunds/schemas";
import { serializeSalesReport } from "@/lib/payments/reports/present";
import { createPaymentIntent } from "@/lib/service/api/endpoints/create-payment-intent";
import { answerError, ERROR_STATUS } from "@/lib/service/api/errors";
import amounts from "@/tests/vectors/amounts.json";
import errors from "@/tests/vectors/errors.json";
import events from "@/tests/vectors/events.json";
import pages from "@/tests/vectors/pages.json";
import verify from "@/tests/vectors/verify.json";

/*
 * The client libraries read the same files: what holds here and there holds between them.
 */

describe("amounts", () => {
  it.each(amounts.taken)("$name: the digits that a library sends for $usdt are taken", async ({ micros, json }) => {
    expect(microsFromNumber(await readAmount(json))).toBe(BigInt(micros));
    expect(decimalFromMicros(BigInt(micros))).toBe(json);
    expect(JSON.stringify(numberFromMicros(BigInt(micros)))).toMatch(json === "0.000001" ? /^(0\.000001|1e-6)$/ : json);
  });

  it.each(amounts.refused)("$name: $usdt is refused as text, as a number it is $asNumber", async (one) => {
    await expect(readAmount(JSON.stringify(one.usdt))).rejects.toSatisfy(isInvalidAmount);
    const asNumber = await readAmount(one.usdt).then(
      (amount) => (amount > 0 ? "taken" : amount),
      (error) => (isInvalidAmount(error) ? "refused" : error),
    );
    expect(asNumber).toBe(one.asNumber ?? "refused");
  });

  it.each(amounts.numbers.taken)("the double $number is taken", async ({ number, micros }) => {
    expect(microsFromNumber(await readAmount(JSON.stringify(number)))).toBe(BigInt(micros));
  });

  it.each(amounts.numbers.refused)("the double %d is refused", async (number) => {
    await expect(readAmount(JSON.stringify(number))).rejects.toSatisfy(isInvalidAmount);
  });

  it.each(amounts.micros.taken)("$micros millionths are written as $json", ({ micros, json }) => {
    expect(decimalFromMicros(BigInt(micros))).toBe(json);
  });

  it.each(amounts.answers.taken)("a report's total of $micros millionths is written as $usdt", ({ micros, usdt }) => {
    const moment = new Date("2026-03-01T00:00:00Z");
    const names = { merchantName: "Shop", terminalName: "Bar", start: moment, end: moment };
    const report = serializeSalesReport({
      ...names,
      totalMicros: BigInt(micros),
      salesCount: 1n,
      refundedMicros: 2n * BigInt(micros),
      refundsCount: 2n,
    });
    expect(report).toContain(`"total_collected":${usdt},`);
    expect(report).toContain(`"total_net":${usdt.startsWith("-") ? usdt.slice(1) : usdt === "0" ? usdt : `-${usdt}`}}`);
  });
});

describe("errors", () => {
  it("every code of the table is there with its status, in the table's order", () => {
    const listed = errors.codes.map(({ code, status }) => [code, status]);
    expect(listed).toEqual(ERROR_CODES.map((code) => [code, ERROR_STATUS[code]]));
  });

  it("only rate_limited, a rate that can't be used now and the service's own errors are worth another attempt", () => {
    const retried = errors.codes.filter((one) => one.retried).map((one) => one.code);
    expect(retried).toEqual(["rate_limited", "api_error", "rate_unavailable"]);
  });

  const ours = errors.answers.filter(({ status, error }) => ERROR_STATUS[error.code as ErrorCode] === status);
  it.each(ours.filter(({ body }) => body.includes('"code"')))("$name: the service answers just so", (one) => {
    const { message, code, retryAfterSeconds } = one.error;
    const extra = retryAfterSeconds === null ? {} : { retryAfterSeconds };
    const cause = code === "api_error" ? new Error("x") : new DomainError(code as ErrorCode, String(message), extra);
    const answer = answerError(cause, "3b241101-e2bb-4255-8caf-4136c566a962");
    expect(answer.status).toBe(one.status);
    expect(Object.keys(JSON.parse(answer.body))).toEqual(Object.keys(JSON.parse(one.body)));
    expect(JSON.parse(answer.body).code).toBe(JSON.parse(one.body).code);
    expect({ ...one.headers, ...answer.headers }).toEqual(one.headers);
  });
});

describe("creates by price", () => {
  const isOfLater = (name: string) => name.includes("newer than the library");
  const answered = pages.creates.filter(({ name, error }) => !error && !isOfLater(name));

  it.each(answered)("$name: the service answers just so", ({ body }) => {
    const answer = JSON.parse(body);
    expect(CreatedAnswer.parse(answer)).toEqual(answer);
  });

  it.each(pages.creates)("$name: the service takes what is sent, unless the price isn't one", ({ request, error }) => {
    const taken = CreateIntentInput.safeParse(request);
    expect(taken.success).toBe(error !== "invalid_amount");
    expect(taken.data ?? request).toEqual(request);
  });

  const quoted = pages.creates.flatMap(({ result }) => (result?.quote ? [{ ...result, quote: result.quote }] : []));
  it.each(quoted)("$quote.amount $quote.currency at $quote.rate are $amount_usdt USDT", ({ quote, amount_micros }) => {
    const decimals = decimalsOf(quote.currency) ?? Number.NaN;
    const minor = minorFromDecimal(quote.amount, decimals) ?? 0n;
    const asked = { minor, decimals, rate: quote.rate, spreadBps: quote.spread_bps };
    expect(quoteMicros(asked)).toBe(BigInt(amount_micros));
  });
});

describe("refunds", () => {
  const answered = pages.refunds.filter(({ name, error }) => !error && !name.includes("newer than the library"));

  it.each(answered)("$name: the service answers just so", ({ call, body }) => {
    const answer = JSON.parse(body);
    const schema = call === "list" ? RefundPageAnswer : RefundAnswer;
    expect(schema.parse(answer)).toEqual(answer);
  });

  it.each(pages.refunds.filter(({ call }) => call === "create"))("$name: the service takes what is sent", (one) => {
    expect(CreateRefundInput.parse(one.request)).toEqual(one.request);
  });

  it("a library reads every member of a refund", () => {
    const [first] = pages.refunds;
    const known = Object.keys(first?.result ?? {}).filter((name) => name !== "amount_micros");
    expect(known).toEqual(Object.keys(RefundAnswer.shape));
  });
});

describe("events", () => {
  it("there is one of every type that the service sends", () => {
    const types = events.events.filter((one) => one.service).map((one) => one.event.type);
    expect(new Set(types)).toEqual(new Set(EVENT_TYPES));
  });

  it.each(events.events.filter((one) => one.service))("$name is a body of the catalogue, member for member", (one) => {
    const body = JSON.parse(one.body);
    const schema = EVENT_BODIES[one.event.type as EventType];
    expect(schema.strict().parse(body)).toEqual(body);
    expect(Object.keys(body)).toEqual(Object.keys(schema.shape));
  });

  const priced = events.events.flatMap(({ name, body, service, event }) =>
    service && "amount_micros" in event ? [{ name, body, micros: String(event.amount_micros) }] : [],
  );
  it.each(priced)("$name says its amount to the millionth", ({ body, micros }) => {
    expect(microsFromNumber(JSON.parse(body).amount)).toBe(BigInt(micros));
  });
});

describe("requests to a receiver", () => {
  const genuine = verify.cases.filter((one) => one.result === "genuine" && one.name === "as the service sends it");
  test("the first one is, header for header, what the service sends", () => {
    const [one] = genuine as [(typeof verify.cases)[number]];
    const headers = deliveryHeaders({
      eventId: String(one.headers["webhook-id"]),
      eventType: "payment.success",
      environment: "sandbox",
      body: String(one.body),
      secrets: { primary: String(one.secrets[0]), next: null },
      now: new Date(one.now * 1_000),
    });
    expect(headers).toMatchObject(one.headers);
  });

  const signed = verify.cases.filter(({ result }) => ["genuine", "invalid_body"].includes(result));
  it.each(signed)("$name: signed as the service signs", (one) => {
    const header = headersOf(one.headers);
    const body = one.bodyBase64 === undefined ? String(one.body) : Buffer.from(one.bodyBase64, "base64");
    // a verifier takes either case of hex
    const given = header("x-service-signature").toLowerCase();
    expect(one.secrets.map((secret) => serviceSignature(body, secret))).toContain(given);
    const message = { id: header("webhook-id"), timestampSeconds: Number(header("webhook-timestamp")), body };
    const entries = header("webhook-signature").split(" ");
    expect(one.secrets.some((secret) => entries.includes(standardSignature({ ...message, secret })))).toBe(true);
  });

  const mismatched = verify.cases.filter(
    ({ name, result }) => result === "signature_mismatch" && !/rotation/.test(name),
  );
  it.each(mismatched)("$name: one of the two signatures is not the service's", (one) => {
    const header = headersOf(one.headers);
    const body = String(one.body);
    const message = { id: header("webhook-id"), timestampSeconds: Number(header("webhook-timestamp")), body };
    const [secret = ""] = one.secrets;
    const entries = header("webhook-signature").split(" ");
    const standard = entries.includes(standardSignature({ ...message, secret }));
    expect(standard && serviceSignature(body, secret) === header("x-service-signature").toLowerCase()).toBe(false);
  });
});

async function readAmount(json: string): Promise<number> {
  const body = Buffer.from(`{"amount_usdt": ${json}}`);
  const request = new Request("http://localhost/api/v1/create-payment-intent", { method: "POST", body });
  const input = await createPaymentIntent.operations.POST?.input.read(request, {});
  return Number((input as CreateIntentInput).amount_usdt);
}

const isInvalidAmount = (error: unknown) => isDomainError(error) && error.code === "invalid_amount";

/** A header by its name in lower case, whatever the case of the vector. */
function headersOf(headers: Record<string, string | undefined>) {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value ?? ""]);
  const lower: Record<string, string> = Object.fromEntries(entries);
  return (name: string) => lower[name] ?? "";
}
