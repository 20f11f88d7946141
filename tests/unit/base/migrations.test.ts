import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from "libpg-query";
import { describe, expect, it } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";

/**
 * During an upgrade, processes of the version before still work on the migrated database. A migration therefore only
 * expands what they use, and what no version needs any more goes one version later.
 */

const FOLDER = "drizzle/migrations";

/** Migrations that take away what the version before no longer uses, with the reason. */
const CONTRACTS: Record<string, string> = {};

/** What the grammar of PostgreSQL 15 and later adds, by its name in a parsed statement. */
const LATER = ['"nulls_not_distinct":true', '"MergeStmt"', '"fk_del_set_cols"'];

/** Changes of a table that the version before would not survive. */
const HARMFUL: Record<string, string> = {
  AT_DropColumn: "drops a column",
  AT_SetNotNull: "makes a column required",
  AT_AlterColumnType: "changes a column's type",
  AT_DropConstraint: "drops a constraint, which an upsert may name",
  AT_AddConstraint: "adds a constraint, which rows of the version before may break",
  AT_DropExpression: "makes a generated column an ordinary one",
};

/** What is wrong with a statement; null if it only expands. `created`: tables that the same migration makes. */
function harmOf(node: Node, created: ReadonlySet<string>): string | null {
  if ("RenameStmt" in node) return "renames";
  if ("DropStmt" in node) return node.DropStmt.removeType === "OBJECT_INDEX" ? null : "drops";
  if ("TruncateStmt" in node) return "empties a table";
  if (!("AlterTableStmt" in node) || created.has(node.AlterTableStmt.relation?.relname ?? "")) return null;
  const changes = (node.AlterTableStmt.cmds ?? []) as { AlterTableCmd: AlterTableCmd }[];
  const harms = changes.map(({ AlterTableCmd: { subtype = "", def } }) =>
    subtype === "AT_AddColumn" ? harmOfColumn(def as { ColumnDef: ColumnDef }) : HARMFUL[subtype],
  );
  return harms.find(Boolean) ?? null;
}

function harmOfColumn({ ColumnDef: column }: { ColumnDef: ColumnDef }): string | null {
  const constraints = (column.constraints ?? []) as { Constraint: Constraint }[];
  const kinds = constraints.map(({ Constraint: { contype } }) => contype);
  const isFilled = kinds.some(
    (kind) => kind === "CONSTR_DEFAULT" || kind === "CONSTR_GENERATED" || kind === "CONSTR_IDENTITY",
  );
  return kinds.includes("CONSTR_NOTNULL") && !isFilled ? "adds a required column without a default" : null;
}

async function harmsOf(sql: string): Promise<string[]> {
  const { stmts = [] } = await parse(sql);
  const nodes = stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []));
  const created = new Set(nodes.map((node) => ("CreateStmt" in node ? (node.CreateStmt.relation?.relname ?? "") : "")));
  return nodes.flatMap((node) => harmOf(node, created) ?? []);
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));

it("every file is in the journal, and the times, by which databases are compared, grow", () => {
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(files);
  const times = journal.entries.map(({ when }) => when);
  expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
});

it("the baseline has the name and the time by which databases from before 1.0 are compared with it", () => {
  expect(journal.entries[0]).toMatchObject({ tag: "0039_baseline", when: 1_795_805_814_543 });
});

describe("a migration", () => {
  it.each(files)("%s leaves the database usable for the version before", async (name) => {
    const harms = await harmsOf(readFileSync(path.join(FOLDER, name), "utf8"));
    expect(harms).toEqual(name in CONTRACTS ? [expect.any(String)] : []);
  });

  it.each(files)("%s runs on PostgreSQL 14", async (name) => {
    const parsed = JSON.stringify(await parse(readFileSync(path.join(FOLDER, name), "utf8")));
    for (const later of LATER) expect(parsed).not.toContain(later);
  });

  it.each([
    "create table t (c int, unique nulls not distinct (c))",
    "create unique index i on t (c) nulls not distinct",
    "merge into t using u on t.c = u.c when matched then delete",
    "alter table t add constraint k foreign key (a, b) references u (a, b) on delete set null (a)",
  ])("that says %j would be refused", async (sql) => {
    const parsed = JSON.stringify(await parse(sql));
    expect(LATER.filter((later) => parsed.includes(later))).toHaveLength(1);
  });

  it.each([
    ["alter table t drop column c", "drops a column"],
    ["alter table t rename column c to d", "renames"],
    ["alter table t rename to u", "renames"],
    ["alter table t alter c set not null", "makes a column required"],
    ["alter table t alter c type bigint", "changes a column's type"],
    ["alter table t add constraint k check (c > 0)", "adds a constraint"],
    ["alter table t add column c int not null", "adds a required column"],
    ["drop table t", "drops"],
    ["drop function f", "drops"],
    ["truncate t", "empties"],
  ])("that says %j would be refused", async (sql, reason) => {
    expect(await harmsOf(sql)).toEqual([expect.stringContaining(reason)]);
  });

  it.each([
    "alter table t add column c int",
    "alter table t add column c int not null default 0",
    "alter table t add column c int not null generated always as (1) stored",
    "create table t (c int not null); alter table t add constraint k check (c > 0)",
    "create index i on t (c); drop index j",
    "create or replace function f() returns int language sql as 'select 1'",
    "update t set c = 1",
  ])("that says %j is fine", async (sql) => {
    expect(await harmsOf(sql)).toEqual([]);
  });
});
