import { describe, expect, it } from "vitest";
import { newKey, readKey } from "@/lib/business/keys/key";

describe("API keys", () => {
  it("a new key reads back as its environment and the hash that is stored", () => {
    for (const environment of ["sandbox", "live"] as const) {
      const { key, hash, last4 } = newKey(environment);
      expect(key).toMatch(environment === "live" ? /^svc_live_[0-9A-Za-z]{38}$/ : /^svc_test_[0-9A-Za-z]{38}$/);
      expect(readKey(key)).toEqual({ environment, hash });
      expect(last4).toBe(key.slice(-4));
    }
  });

  it("is found by the SHA-256 of what follows the prefix, which ends with the CRC-32 in base 62", () => {
    const body = "0123456789ABCDEFGHIJKLMNOPQRSTUV1ggZdL";
    const hash = Buffer.from("cf8434b607f234b565cac664994cd6b158d44463ad7d6f3e272b32d13acc4cbf", "hex");
    expect(readKey(`svc_test_${body}`)).toEqual({ environment: "sandbox", hash });
    expect(readKey(`svc_live_${body}`)).toEqual({ environment: "live", hash });
  });

  it("a swapped prefix finds the same hash and claims the other environment", () => {
    const { key, hash } = newKey("sandbox");
    expect(readKey(key.replace("svc_test_", "svc_live_"))).toEqual({ environment: "live", hash });
  });

  it("a single wrong character is told by the checksum", () => {
    const { key } = newKey("sandbox");
    for (let at = "svc_test_".length; at < key.length; at++) {
      const wrong = key.slice(0, at) + (key[at] === "x" ? "y" : "x") + key.slice(at + 1);
      expect(readKey(wrong)).toBeNull();
    }
  });

  it.each(["", "svc_test_", "svc_prod_abc", "sk_test_123", `svc_test_${"a".repeat(39)}`])("%j is no key", (text) => {
    expect(readKey(text)).toBeNull();
  });

  it("nothing may stand before or after a key", () => {
    const { key } = newKey("live");
    for (const text of [` ${key}`, `${key}0`, `${key}\n`, `${key} `]) expect(readKey(text)).toBeNull();
  });
});
