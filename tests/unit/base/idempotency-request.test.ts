import { describe, expect, it } from "vitest";
import type { KeyContext } from "@/lib/base/context/context";
import { idempotencyScope, toIdempotentRequest } from "@/lib/base/idempotency/request";

const hashOf = (input: object) => toIdempotentRequest("k", "/p", input)?.requestHash.toString("hex");

describe("an Idempotency-Key", () => {
  it("makes a request of the key, the path and a hash; without one there is none", () => {
    expect(toIdempotentRequest("order 7", "/api/v1/x", {})).toEqual({
      key: "order 7",
      path: "/api/v1/x",
      requestHash: expect.any(Buffer),
    });
    expect(toIdempotentRequest(null, "/api/v1/x", {})).toBeNull();
  });

  it.each([" ", "~", "!", "a".repeat(255)])("may be %j", (key) => {
    expect(toIdempotentRequest(key, "/p", {})?.key).toBe(key);
  });

  it.each(["", "a".repeat(256), "é", "\u007f", "\u001f", "a\n", "\na", "ключ"])("can't be %j", (key) => {
    expect(() => toIdempotentRequest(key, "/p", {})).toThrow(
      expect.objectContaining({
        code: "invalid_idempotency_key",
        message: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
      }),
    );
  });
});

describe("two bodies are the same request", () => {
  it.each([
    ["whatever the order of their members", { a: 1, b: 2, c: 3 }, { c: 3, a: 1, b: 2 }],
    ["at any depth", { a: { b: 1, c: { d: 2, e: 3 } } }, { a: { c: { e: 3, d: 2 }, b: 1 } }],
    ["with a member that is null or missing", { a: 1, b: null, c: undefined }, { a: 1 }],
  ])("%s", (_, one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
  });

  it.each([
    ["of another value", { a: 1 }, { a: 2 }],
    ["of another type", { a: 1 }, { a: "1" }],
    ["of another member", { a: 1 }, { b: 1 }],
    ["of a value elsewhere", { a: { b: 1 } }, { a: { c: 1 } }],
    ["with a member more", { a: 1 }, { a: 1, b: false }],
    ["with what looks like a member in a name", { a: 1, b: 2 }, { 'a":1,"b': 2 }],
  ])("but not %s", (_, one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  it("by the SHA-256 of their JSON in the order of names, in each version alike", () => {
    // echo -n '{"amount":12.5,"metadata":{"a":"1","b":"x"}}' | sha256sum
    expect(hashOf({ metadata: { b: "x", a: "1" }, amount: 12.5 })).toBe(
      "4481e3ba96cb35782e026e4d53d6952fec765a9502af677036c3376a06e8ff08",
    );
  });
});

describe("an Idempotency-Key belongs", () => {
  it.each<[string, string[] | null, boolean, string, string | null]>([
    // the key's terminals, whether it is restricted, owner, the key that must still work
    ["to the terminal of its key", ["t1"], false, "t1", "k1"],
    ["to the terminal of a restricted key, which is asked for each time", ["t1"], true, "t1", null],
    ["to the merchant of a key for all terminals", null, true, "m1", null],
  ])("%s", (_, terminalIds, isRestricted, ownerId, keyId) => {
    const ctx = { merchantId: "m1", environment: "live", terminalIds, isRestricted, actor: { keyId: "k1" } };
    expect(idempotencyScope(ctx as KeyContext)).toEqual({ merchantId: "m1", environment: "live", ownerId, keyId });
  });
});
