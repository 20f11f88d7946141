import { describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "@/lib/base/db/unavailable";

describe("an error of the database is one to wait for", () => {
  it.each(
    [
      ["53000", "53100", "53200", "53300"].map((code) => ({ what: "has no disk, memory or connection left", code })),
      ["57P01", "57P02", "57P03", "57P05"].map((code) => ({ what: "stops, crashed, starts or has closed", code })),
      ["08006", "25006", "25P03"].map((code) => ({ what: "broke, is a standby, closed an idle transaction", code })),
      ["CONNECT_TIMEOUT", "CONNECTION_CLOSED"].map((code) => ({ what: "can't be reached", code })),
    ].flat(),
  )("if its server $what: $code", ({ code }) => {
    expect(isDatabaseUnavailable(Object.assign(new Error("x"), { code }))).toBe(true);
    expect(isDatabaseUnavailable(new Error("x", { cause: { code } }))).toBe(true);
  });

  it.each(["23505", "40001", "42601", "57014", "22003", "54000"])("but not if a statement is wrong: %s", (code) => {
    expect(isDatabaseUnavailable(Object.assign(new Error("x"), { code }))).toBe(false);
  });

  it("and a socket's error only if it is the driver's", () => {
    expect(isDatabaseUnavailable({ code: "ECONNREFUSED" })).toBe(false);
    expect(isDatabaseUnavailable({ code: "ECONNREFUSED", query: "select 1" })).toBe(true);
    expect(isDatabaseUnavailable(null)).toBe(false);
    expect(isDatabaseUnavailable("53100")).toBe(false);
  });
});
