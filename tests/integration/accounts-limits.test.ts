import { describe, expect, it } from "vitest";
import { asStranger } from "@/lib/auth/stranger";
import { LAPTOP, outcome, PHONE, withSettings } from "@/tests/support/accounts";

const open = asStranger("sign-up", async (ctx, _input: { email?: string }) => ctx.actor.type);

describe("what a stranger may call", () => {
  it("is limited by his address, and by the account he names from anywhere, whether it exists or not", async () => {
    await withSettings({ RATE_LIMIT_SIGN_IN_PER_MINUTE: "3" }, async () => {
      expect(await open(LAPTOP, {})).toBe("public");
      expect(await outcome(open(LAPTOP, {}))).toBe("done");
      expect(await outcome(open(LAPTOP, {}))).toBe("done");
      expect(await outcome(open(LAPTOP, {}))).toBe("rate_limited");
      // the whole network behind an IPv6 customer is one caller
      const neighbours = [
        "2001:db8:0:1::1",
        "2001:db8:0:1::2",
        "2001:db8:0:1::3",
        "2001:db8:0:1::4",
        "2001:db8:0:2::1",
      ];
      const outcomes = [];
      for (const address of neighbours) outcomes.push(await outcome(open({ ...PHONE, address }, {})));
      expect(outcomes).toEqual(["done", "done", "done", "rate_limited", "done"]);
      const named = [];
      for (let n = 1; n <= 4; n++) {
        const email = n % 2 ? "Ana@example.com" : "ana@EXAMPLE.com";
        named.push(await outcome(open({ ...PHONE, address: `198.51.100.${n}` }, { email })));
      }
      expect(named).toEqual(["done", "done", "done", "rate_limited"]);
    });
  });
});
