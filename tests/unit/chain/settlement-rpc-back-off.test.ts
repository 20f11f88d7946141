import { describe, expect, test } from "vitest";
import { backOffMs } from "@/lib/chain/nodes/back-off";
import { getSecrets, getsKey, without } from "@/lib/chain/nodes/rpc-secrets";

const MIDDLE = 0.5;

describe("backOffMs", () => {
  test("doubles from two seconds to a minute", () => {
    const failures = [1, 2, 3, 4, 5, 6, 7, 1_000];
    expect(failures.map((count) => backOffMs(count, MIDDLE) / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test.each([
    [1, 0, 2_000],
    [1, 1, 2_400],
    [2, 0, 3_200],
    [2, 1, 4_800],
    [6, 0, 48_000],
    [6, 1, 60_000],
  ])(
    "failure %d at chance %d waits %d ms: a fifth either way, never outside two seconds and a minute",
    (failures, random, ms) => {
      expect(backOffMs(failures, random)).toBe(ms);
    },
  );

  test("what the node asked for lengthens, up to a minute, and never shortens", () => {
    expect(backOffMs(1, MIDDLE, 30_000)).toBe(30_000);
    expect(backOffMs(1, MIDDLE, 3_600_000)).toBe(60_000);
    expect(backOffMs(4, MIDDLE, 1_000)).toBe(16_000);
  });
});

describe("getsKey", () => {
  const grid = "https://api.trongrid.io/jsonrpc";
  const own = "http://10.0.0.5:8545/jsonrpc";

  test.each([
    [grid, [grid], true],
    [own, [own], true],
    [grid, [own, grid], true],
    [own, [own, grid], false],
    ["https://trongrid.io.example.com/", [grid, "https://trongrid.io.example.com/"], false],
    ["https://nile.trongrid.io/jsonrpc", [own, "https://nile.trongrid.io/jsonrpc"], true],
  ])("%s of %j: %s", (url, urls, expected) => {
    expect(getsKey(url, urls)).toBe(expected);
  });
});

test("a key, credentials and keys in the address are taken out of what a node repeats", () => {
  const url = new URL("https://user:p%40ss@node.example/0123456789abcdef0123/jsonrpc?token=tok");
  const secrets = getSecrets(url, "api-key");
  expect(without(secrets, "user said p@ss with api-key at 0123456789abcdef0123/jsonrpc, tok")).toBe(
    "… said … with … at …/jsonrpc, …",
  );
});
