import { describe, expect, it } from "vitest";
import { judgeCertificate, judgeProxy } from "@/scripts/admin/checks/reach";

describe("the doctor", () => {
  const OURS = 50_000;
  const seen = { peer: "10.0.0.7", isTrusted: true, forwardedFor: "203.0.113.9", client: "203.0.113.9" };
  it.each([
    [seen, "https://pay.example", "ok", "10.0.0.7 is trusted; this request came from 203.0.113.9"],
    [{ ...seen, isTrusted: false, client: "10.0.0.7" }, "https://pay.example", "fail", "set TRUSTED_PROXIES=10.0.0.7."],
    [{ ...seen, forwardedFor: null, client: "10.0.0.7" }, "https://pay.example", "fail", "sends no X-Forwarded-For"],
    [{ ...seen, forwardedFor: null, isTrusted: false }, "http://localhost:3000", "ok", "none between"],
    [{ ...seen, forwardedFor: null, isTrusted: false, peerPort: OURS }, "http://pay.example", "ok", "none between"],
    [
      { ...seen, forwardedFor: null, isTrusted: false, peerPort: 1 },
      "http://pay.example",
      "warn",
      "sends no X-Forwarded-For",
    ],
    [{ ...seen, forwardedFor: null, peerPort: OURS }, "http://pay.example", "fail", "sends no X-Forwarded-For"],
    [
      { ...seen, forwardedFor: "unknown", client: "10.0.0.7" },
      "https://pay.example",
      "fail",
      'no address in X-Forwarded-For ("unknown")',
    ],
    [
      { ...seen, forwardedFor: "", client: "10.0.0.7" },
      "http://pay.example",
      "fail",
      'no address in X-Forwarded-For ("")',
    ],
    [
      { ...seen, forwardedFor: "2001:db8::1", client: "2001:db8::1" },
      "https://pay.example",
      "ok",
      "came from 2001:db8::1",
    ],
  ] as const)("of %j at %s says %s", (request, appUrl, state, words) => {
    const check = judgeProxy(request, appUrl, OURS);
    expect([check.state, check.detail]).toEqual([state, expect.stringContaining(words)]);
  });

  it.each([
    ["2026-06-01T00:00:00Z", null, "ok", "it is valid for another 30 days"],
    ["2026-05-15T00:00:01Z", null, "warn", "it is valid for another 13 days. Does its renewal work?"],
    ["2026-05-16T00:00:00Z", null, "ok", "it is valid for another 14 days"],
    ["2026-05-01T23:59:59Z", null, "fail", "it ended on 2026-05-01"],
    ["2026-06-01T00:00:00Z", "DEPTH_ZERO_SELF_SIGNED_CERT", "fail", "browsers don't trust it"],
  ])("of a certificate until %s, %s, says %s", (until, distrust, state, words) => {
    const check = judgeCertificate(new Date(until), distrust, new Date("2026-05-02T00:00:00Z"));
    expect([check.state, check.detail]).toEqual([state, expect.stringContaining(words)]);
  });
});
