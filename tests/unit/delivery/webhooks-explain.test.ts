import { describe, expect, it } from "vitest";
import { endpointHealth } from "@/lib/delivery/endpoints/health";
import { type DeliveryFacts, explainAttempt, explainNext } from "@/lib/delivery/log/explain";
import { formatElapsed, formatTimeUntil } from "@/lib/delivery/sending/span-labels";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const facts = { url: "https://payments.example:8443/hook", status: null, durationMs: 2_123, isTest: false };

describe("an attempt in plain words", () => {
  it.each([
    [{ status: 200, errorClass: null }, "Your server responded with 200 after 2.1 s."],
    [{ status: 500, errorClass: "http_status" }, "Your server responded with 500 after 2.1 s."],
    [{ status: 302, errorClass: "redirect" }, "Your server redirected to another URL (302)."],
    [{ status: 410, errorClass: "gone" }, "Your server responded with 410 Gone."],
    [{ errorClass: "timeout" }, "Your server didn't complete its response within 10 s."],
    [{ errorClass: "dns" }, "The host payments.example couldn't be found."],
    [{ errorClass: "refused" }, "payments.example:8443 refused the connection."],
    [{ errorClass: "connect_timeout" }, "payments.example:8443 couldn't be reached within 5 s."],
    [{ errorClass: "tls" }, "No secure connection to payments.example:8443 could be made."],
    [{ errorClass: "tls_name" }, "The certificate of payments.example:8443 is for another host name."],
    [{ errorClass: "tls_expired" }, "The certificate of payments.example:8443 has expired."],
    [{ errorClass: "tls_not_yet_valid" }, "The certificate of payments.example:8443 isn't valid yet."],
    [{ errorClass: "tls_self_signed" }, "The certificate of payments.example:8443 is self-signed."],
    [
      { errorClass: "tls_authority" },
      "The certificate of payments.example:8443 isn't from a trusted certificate authority.",
    ],
    [{ errorClass: "reset" }, "The connection closed before a response arrived."],
    [{ errorClass: "blocked_address" }, "payments.example resolves to an address that can't receive webhooks."],
    [{ errorClass: "invalid_url" }, "The endpoint's URL is no longer allowed."],
    [{ errorClass: "invalid_response" }, "The response wasn't valid HTTP."],
    [{ errorClass: "secret_unavailable" }, "The endpoint's signing secret couldn't be decrypted, so nothing was sent."],
    [{ errorClass: "endpoint_disabled" }, "The endpoint was disabled, so this event wasn't sent."],
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

  it("a 410 to a test event is not said to disable the endpoint", () => {
    const advice = (isTest: boolean) => explainAttempt({ ...facts, status: 410, errorClass: "gone", isTest }).advice;
    expect(advice(false)).toMatch(/^The endpoint is now disabled\./);
    expect(advice(true)).not.toContain("now disabled");
  });

  it("has a sentence for a class that it does not know, and for an address that is none", () => {
    expect(explainAttempt({ ...facts, errorClass: "new_class" }).happened).toBe(
      "The event wasn't delivered (new_class).",
    );
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
    isTest: false,
    off: false,
  };
  it.each([
    [{}, "Next attempt in 100 s. 4 attempts left."],
    [{ attemptsLeft: 1, nextInSeconds: 100_000 }, "Last attempt in 27 h 47 min."],
    [{ underWay: true }, "An attempt is in progress."],
    [{ nextInSeconds: 0 }, "The next attempt is about to start."],
    [{ attempts: 0, nextInSeconds: 0 }, "The event is about to be sent."],
    [{ status: "delivered" }, "No further attempts are needed."],
    [{ status: "failed", attempts: 6 }, "Retries stopped after 6 attempts."],
    [{ status: "failed", attempts: 1 }, "Retries stopped after 1 attempt."],
    [{ status: "failed", attempts: 0 }, "The event wasn't sent."],
    [{ status: "failed", attempts: 1, isTest: true }, "Test events aren't retried."],
    [{ status: "failed", attempts: 2, off: true }, "Events aren't sent while the endpoint is disabled."],
  ] as const)("%o", (changed, words) => {
    expect(plain(explainNext({ ...waiting, ...changed }))).toBe(words);
  });

  it.each([
    [0.4, "1 s"],
    [119, "119 s"],
    [1_000, "17 min"],
    [7_200, "2 h"],
    [10_000, "2 h 47 min"],
  ])("%d seconds are %s", (seconds, words) => expect(plain(formatTimeUntil(seconds))).toBe(words));

  it.each([
    [41.4, "41 ms"],
    [999.4, "999 ms"],
    [10_004, "10.0 s"],
  ])("%d milliseconds took %s", (ms, words) => expect(plain(formatElapsed(ms))).toBe(words));
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
