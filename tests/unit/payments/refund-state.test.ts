import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isOpenRefund, REFUND_MOVES, REFUND_STATUSES, statusesBefore } from "@/lib/payments/refunds/state";

it("a refund is open until it's final or cancelled", () => {
  expect(REFUND_STATUSES.filter(isOpenRefund)).toEqual(["waiting_for_address", "prepared", "sent", "failed"]);
});

it("it leaves from every status but final, and is cancelled only from the first two", () => {
  expect(statusesBefore("final")).toEqual(["prepared", "sent", "failed", "cancelled"]);
  expect(statusesBefore("cancelled")).toEqual(["waiting_for_address", "prepared"]);
  expect(REFUND_MOVES.final).toEqual([]);
});

it("the database's trigger has the same moves, and one that only the version before makes", () => {
  const sql = readFileSync("drizzle/migrations/0047_refunds.sql", "utf8");
  const listed = sql.slice(sql.indexOf("NOT IN (", sql.indexOf("OLD.status || ' '"))).split(") THEN")[0] ?? "";
  const held = [...listed.matchAll(/'(\w+) (\w+)'/g)].map(([, from, to]) => `${from} ${to}`);
  const moves = REFUND_STATUSES.flatMap((from) => REFUND_MOVES[from].map((to) => `${from} ${to}`));
  expect(held.sort()).toEqual([...moves, "sent cancelled"].sort());
});
