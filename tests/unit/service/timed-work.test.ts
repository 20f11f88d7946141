import { expect, it } from "vitest";
import { TIMED_WORK } from "@/lib/service/jobs/timed-work";

const names = (isWanted: (work: (typeof TIMED_WORK)[number]) => unknown) =>
  TIMED_WORK.filter(isWanted).map(({ name }) => name);

it("an engine on a schedule leaves out no work: each is part of a sweep or has a schedule of its own", () => {
  expect(names((work) => !work.sweptAs && !work.everyMinutes)).toEqual([]);
  expect(names((work) => work.sweptAs && work.everyMinutes)).toEqual([]);
});

it("a sweep sends webhooks last, since the work before adds some", () => {
  expect(names((work) => work.sweptAs)).toEqual(["expiry", "demos", "sandbox resets", "deliveries"]);
});

it("a request wakes what it can have made due", () => {
  expect(names((work) => work.isWoken)).toEqual(["expiry", "demos", "sandbox resets", "deliveries", "chain"]);
});

it("no two have the same name", () => {
  expect(new Set(names(() => true)).size).toBe(TIMED_WORK.length);
});
