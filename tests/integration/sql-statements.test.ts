import { beforeAll, expect, test } from "vitest";
import { database } from "@/lib/db/client";
import { checkStatements, type Finding, type Report } from "@/tests/support/sql-statements/check";
import { DEPENDENT, NEVER_NULL } from "@/tests/support/sql-statements/exceptions";

let report: Report;

beforeAll(async () => {
  report = await checkStatements(database().sql);
});

const lines = (findings: Finding[]) => [...new Set(findings.map(({ at, problem }) => `${at} ${problem}`))];
const keys = (findings: Finding[]) => [...new Set(findings.map(({ key }) => key))].sort();

test("every plain SQL statement is read, and every fragment belongs to one", () => {
  expect(report.statements).toBeGreaterThan(100);
  expect(lines(report.unread)).toEqual([]);
});

test("the migrated database accepts every statement, with each of its conditional fragments", () => {
  const isAllowed = (one: Report["refused"][number]) => one.isDependent && one.key in DEPENDENT;
  expect(lines(report.refused.filter((one) => !isAllowed(one)))).toEqual([]);
  expect(keys(report.refused)).toEqual(Object.keys(DEPENDENT).sort());
});

test("every parameter is of a type that the driver writes correctly", () => {
  expect(lines(report.parameters)).toEqual([]);
});

test("every row type has the columns that its statement selects, in the types in which they arrive", () => {
  expect(lines(report.rows)).toEqual([]);
});

test("no row type leaves out null for a nullable column, unless the statement never returns it", () => {
  expect(lines(report.nulls.filter(({ key }) => !(key in NEVER_NULL)))).toEqual([]);
  expect(keys(report.nulls)).toEqual(Object.keys(NEVER_NULL).sort());
});
