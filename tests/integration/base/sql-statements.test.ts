import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "@/lib/base/db/client";
import { type BuilderStatement, readBuilder } from "@/tests/support/sql-statements/builder";
import { checkStatements, type Report } from "@/tests/support/sql-statements/check";
import { DEPENDENT, NEVER_NULL } from "@/tests/support/sql-statements/exceptions";
import { findUnfiltered, type Ownership } from "@/tests/support/sql-statements/merchant-filter";
import { checkMerchants, type MerchantReport, readOwnership } from "@/tests/support/sql-statements/merchants";
import { FILTERED, FOREIGN } from "@/tests/support/sql-statements/planted";
import { openSource } from "@/tests/support/sql-statements/project";
import { type Finding, readStatements } from "@/tests/support/sql-statements/statements";

let report: Report;
let merchants: MerchantReport;
let ownership: Ownership;
let planted: BuilderStatement[];

const PLANTED = path.resolve("tests/support/sql-statements/planted.ts");

beforeAll(async () => {
  const source = openSource();
  try {
    const { sql } = database();
    const read = readStatements(source);
    report = await checkStatements(sql, source, read);
    ownership = await readOwnership(sql);
    merchants = checkMerchants(ownership, source, read);
    planted = readBuilder({ ...source, files: [PLANTED] });
  } finally {
    source.close();
  }
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

const FILTER_IT = `These statements read or write rows of any merchant. Add a condition on the table's merchant_id to the
statement itself, or join the table by merchant_id to one that has it. If any merchant's row is right, because the statement is
public, the system's or looks up a secret, add its function to tests/support/sql-statements/unfiltered.ts with the reason.`;

test("no statement on a merchant's table goes without the merchant, unless its function is on the list", () => {
  expect(merchants.plain).toBeGreaterThan(100);
  expect(merchants.built).toBeGreaterThan(100);
  expect(merchants.unfiltered, FILTER_IT).toEqual([]);
});

const REMOVE_IT = "No statement needs these exceptions. Remove them from tests/support/sql-statements/unfiltered.ts.";

test("every function on the list has a statement that needs it", () => {
  expect(merchants.unneeded, REMOVE_IT).toEqual([]);
});

describe("the query builder's statements", () => {
  const ask = { id: "1", merchantId: "2", only: null };
  const filtered = Object.entries(FILTERED).map(([name, build], index) => ({ name, build, index, tables: [] }));
  const foreign = Object.entries(FOREIGN).map(([name, build], index) => ({
    name,
    build,
    index: index + filtered.length,
    tables: [index < Object.keys(FOREIGN).length - 2 ? "terminals" : "transfers"],
  }));
  const tablesIn = (text: string) => findUnfiltered(text, ownership).map(({ table }) => table);

  test.each([...filtered, ...foreign])("are read as they are written: $name", ({ build, index, tables }) => {
    expect(planted).toHaveLength(filtered.length + foreign.length);
    expect(tablesIn(planted[index]?.text ?? "")).toEqual(tables);
    // what drizzle sends is judged alike
    expect(tablesIn(build(database().orm, ask).toSQL().sql)).toEqual(tables);
  });
});
