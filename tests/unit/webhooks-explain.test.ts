import { describe, expect, it } from "vitest";
import { type DeliveryFacts, explainAttempt, explainNext } from "@/lib/webhooks/explain";
import { endpointHealth } from "@/lib/webhooks/health";
import { tookWords, untilWords } from "@/lib/webhooks/span-words";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const facts = { url: "https://payments.example:8443/hook", status: null, durationMs: 2_123 };

describe("an attempt in plain words", () => {
  it.each([
    [{ status: 200, errorClass: null }, "Received: your server answered 200 after 2.1 s."],
    [{ status: 500, errorClass: "http_status" }, "Your server answered 500 after 2.1 s."],
    [{ status: 302, errorClass: "redirect" }, "Your server sent us to another address (302)."],
    [{ status: 410, errorClass: "gone" }, "Your server answered 410: it wants nothing more."],
    [{ errorClass: "timeout" }, "Your server did not finish its answer within 10 s."],
    [{ errorClass: "dns" }, "The name payments.example could not be found."],
    [{ errorClass: "refused" }, "payments.example:8443 refused the connection."],
    [{ errorClass: "connect_timeout" }, "payments.example:8443 could not be reached within 5 s."],
    [{ errorClass: "tls" }, "The certificate of payments.example:8443 cannot be trusted."],
    [{ errorClass: "reset" }, "The connection broke off before an answer came."],
    [{ errorClass: "blocked_address" }, "payments.example leads to an address that webhooks do not go to."],
    [{ errorClass: "invalid_url" }, "The endpoint's address no longer holds to the rules."],
    [{ errorClass: "invalid_response" }, "What came back was no HTTP answer."],
    [{ errorClass: "secret_unavailable" }, "We could not open this endpoint's secret, so nothing was sent."],
    [{ errorClass: "endpoint_disabled" }, "The endpoint was switched off, so this was not sent."],
  ])("%o", (attempt, words) => {
    const { happened, advice } = explainAttempt({ ...facts, ...attempt });
    expect(plain(happened)).toBe(words);
    expect(advice === "").toBe(attempt.errorClass === null);
  });

  it.each([400, 401, 403, 404, 405, 413, 418, 422, 429, 500, 502, 503, 504])(
    "an answer of %i comes with advice",
    (status) => {
      expect(explainAttempt({ ...facts, status, errorClass: "http_status" }).advice).toMatch(/^[A-Z].{20,}\.$/);
    },
  );

  it("has a sentence for a class that it does not know, and for an address that is none", () => {
    expect(explainAttempt({ ...facts, errorClass: "new_class" }).happened).toBe("It was not received (new_class).");
    expect(explainAttempt({ ...facts, url: "not a url", errorClass: "refused" }).happened).toMatch(/^not a url /);
  });
});

describe("what comes next", () => {
  const waiting: DeliveryFacts = {
    status: "pending",
    attempts: 2,
    attemptsLeft: 4,
    underWay: false,
    nextInSeconds: 100,
    off: false,
  };
  it.each([
    [{}, "We try again in 100 s, four times more."],
    [{ attemptsLeft: 1, nextInSeconds: 100_000 }, "We try again in 27 h 47 min, one last time."],
    [{ underWay: true }, "An attempt is under way."],
    [{ nextInSeconds: 0 }, "The next attempt is about to begin."],
    [{ attempts: 0, nextInSeconds: 0 }, "It is about to be sent."],
    [{ status: "delivered" }, "This event does not come again to this endpoint."],
    [{ status: "failed", attempts: 6 }, "We have stopped trying after six attempts."],
    [{ status: "failed", attempts: 1 }, "We have stopped trying after one attempt."],
    [{ status: "failed", attempts: 0 }, "It has not been sent."],
    [{ status: "failed", attempts: 2, off: true }, "Nothing is sent while the endpoint is switched off."],
  ] as const)("%o", (changed, words) => {
    expect(plain(explainNext({ ...waiting, ...changed }))).toBe(words);
  });

  it.each([
    [0.4, "1 s"],
    [119, "119 s"],
    [1_000, "17 min"],
    [7_200, "2 h"],
    [10_000, "2 h 47 min"],
  ])("%d seconds are %s", (seconds, words) => expect(plain(untilWords(seconds))).toBe(words));

  it.each([
    [41.4, "41 ms"],
    [999.4, "999 ms"],
    [10_004, "10.0 s"],
  ])("%d milliseconds took %s", (ms, words) => expect(plain(tookWords(ms))).toBe(words));
});

describe("an endpoint's health", () => {
  const [then, now] = [new Date(1), new Date(2)];
  const clean = { disabledAt: null, disabledReason: null, failingSince: null, lastSuccessAt: null };
  it.each([
    [clean, { state: "new" }],
    [
      { ...clean, lastSuccessAt: then },
      { state: "healthy", lastSuccessAt: then },
    ],
    [
      { ...clean, lastSuccessAt: then, failingSince: now },
      { state: "failing", since: now },
    ],
    [
      { ...clean, failingSince: then, disabledAt: now, disabledReason: "gone" },
      { state: "off", since: now, reason: "gone" },
    ],
    [
      { ...clean, disabledAt: now, disabledReason: "anything" },
      { state: "off", since: now, reason: "manual" },
    ],
  ])("%o", (endpoint, health) => expect(endpointHealth(endpoint)).toEqual(health));
});
