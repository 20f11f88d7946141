import {
  type DeleteStmt,
  type InsertStmt,
  loadModule,
  type Node,
  type OnConflictClause,
  parseSync,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from "libpg-query";
import { createConditions } from "@/tests/support/sql-statements/conditions";
import {
  type Equality,
  findQuery,
  lastName,
  lookup,
  merge,
  names,
  type Output,
  type Relation,
  type Scope,
  termOf,
  texts,
} from "@/tests/support/sql-statements/terms";

/** The columns of each table. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>;

export type Problem = { table: string; problem: string };

/** A statement's tables and what its conditions say about them. */
export type ReadQuery = {
  relations: Relation[];
  /** tables that are inserted into */
  inserted: Relation[];
  equalities: Equality[];
  /** inserts that don't say whose the row is */
  problems: Problem[];
};

await loadModule();

/** Reads a statement with PostgreSQL's own parser. Throws for what it doesn't know. */
export function readQuery(text: string, columns: Columns): ReadQuery {
  const reader = createReader(columns);
  for (const { stmt } of parseSync(text).stmts ?? []) if (stmt) reader.read(stmt, null);
  return reader;
}

export function isOwned(columns: Columns, table: string | null): boolean {
  return table !== null && columns.get(table)?.has("merchant_id") === true;
}

const NOTHING: Output = { names: [], terms: [], stars: [] };

function createReader(known: Columns) {
  const relations: Relation[] = [];
  const inserted: Relation[] = [];
  const equalities: Equality[] = [];
  const problems: Problem[] = [];
  const { filter, visit } = createConditions(equalities, readSelect);

  function read(node: Node, outer: Scope | null): Output {
    const scope: Scope = { relations: [], queries: new Map(), outer };
    if ("SelectStmt" in node) return readSelect(node.SelectStmt, outer);
    if ("InsertStmt" in node) return readInsert(node.InsertStmt, scope);
    if ("UpdateStmt" in node) return readChange(node.UpdateStmt, node.UpdateStmt.fromClause, scope);
    if ("DeleteStmt" in node) return readChange(node.DeleteStmt, node.DeleteStmt.usingClause, scope);
    if ("MergeStmt" in node) throw new Error("merge isn't read by this check");
    return NOTHING;
  }

  function readChange(statement: UpdateStmt | DeleteStmt, others: Node[] | undefined, scope: Scope): Output {
    const { relation, whereClause, returningClause, withClause } = statement;
    readWith(withClause, scope);
    if (relation?.relname) add(scope, relation.alias?.aliasname ?? relation.relname, relation.relname);
    for (const one of others ?? []) from(one, scope);
    filter(whereClause, scope, new Set(scope.relations));
    if ("targetList" in statement) select(statement.targetList, scope);
    return select(returningClause?.exprs, scope);
  }

  function readInsert(statement: InsertStmt, scope: Scope): Output {
    const { relation, cols, selectStmt, onConflictClause, returningClause, withClause } = statement;
    readWith(withClause, scope);
    if (selectStmt) read(selectStmt, scope);
    const table = relation?.relname ?? "";
    const columns = (cols ?? []).map((one) => ("ResTarget" in one ? one.ResTarget.name : ""));
    if (isOwned(known, table) && !columns.includes("merchant_id")) {
      problems.push({ table, problem: "inserted into without merchant_id" });
    }
    const target = add(scope, relation?.alias?.aliasname ?? table, table, inserted);
    if (onConflictClause?.action === "ONCONFLICT_UPDATE") readConflict(onConflictClause, target, scope);
    return select(returningClause?.exprs, scope);
  }

  function readConflict(clause: OnConflictClause, target: Relation, outer: Scope): void {
    const excluded: Relation = { name: "excluded", table: null, columns: () => "given" };
    const scope: Scope = { relations: [target, excluded], queries: new Map(), outer };
    const before = equalities.length;
    filter(clause.whereClause, scope, new Set([target]));
    const isFiltered = equalities.slice(before).some(({ left }) => names(left, "merchant_id"));
    const isOfMerchant = JSON.stringify(clause.infer?.indexElems ?? []).includes(`"merchant_id"`);
    if (isOwned(known, target.table) && !isFiltered && !isOfMerchant) {
      problems.push({ table: target.table ?? "", problem: "updated on a conflict that may be another merchant's" });
    }
    select(clause.targetList, scope);
  }

  function readSelect(statement: SelectStmt, outer: Scope | null, binds?: ReadonlySet<Relation>): Output {
    const scope: Scope = { relations: [], queries: new Map(), outer };
    readWith(statement.withClause, scope);
    const { op, larg, rarg, valuesLists } = statement;
    if (op && op !== "SETOP_NONE" && larg && rarg) {
      const [left, right] = [readSelect(larg, scope), readSelect(rarg, scope)];
      const terms = left.terms.map((term, index) => merge(term, right.terms[index] ?? null));
      return { names: left.names, terms, stars: [] };
    }
    if (valuesLists) {
      visit(valuesLists, scope);
      const [first] = valuesLists.map((list) =>
        ("List" in list ? (list.List.items ?? []) : []).map((one) => termOf(one, scope)),
      );
      return { names: (first ?? []).map((_, index) => `column${index + 1}`), terms: first ?? [], stars: [] };
    }
    for (const one of statement.fromClause ?? []) from(one, scope);
    filter(statement.whereClause, scope, new Set([...scope.relations, ...(binds ?? [])]));
    for (const one of [...(statement.groupClause ?? []), ...(statement.sortClause ?? [])]) visit(one, scope);
    if (statement.havingClause) visit(statement.havingClause, scope);
    for (const one of [statement.limitCount, statement.limitOffset]) if (one) visit(one, scope);
    return select(statement.targetList, scope);
  }

  function readWith(clause: WithClause | undefined, scope: Scope): void {
    for (const one of clause?.ctes ?? []) {
      if (!("CommonTableExpr" in one)) continue;
      const { ctename = "", ctequery, aliascolnames } = one.CommonTableExpr;
      if (clause?.recursive) scope.queries.set(ctename, () => null);
      if (!ctequery) continue;
      const output = read(ctequery, scope);
      scope.queries.set(ctename, lookup(output, texts(aliascolnames)));
    }
  }

  /** The output of a target list or of `returning`; subqueries in it are read. */
  function select(targets: Node[] | undefined, scope: Scope): Output {
    const output: Output = { names: [], terms: [], stars: [] };
    for (const one of targets ?? []) {
      const target = "ResTarget" in one ? one.ResTarget : null;
      if (!target?.val) continue;
      const fields = "ColumnRef" in target.val ? (target.val.ColumnRef.fields ?? []) : [];
      if (fields.some((field) => "A_Star" in field)) {
        const [name] = texts(fields);
        output.stars.push(...scope.relations.filter((one) => !name || one.name === name));
        continue;
      }
      visit(target.val, scope);
      const term = termOf(target.val, scope);
      output.names.push(target.name ?? lastName(target.val));
      output.terms.push(term);
    }
    return output;
  }

  function add(scope: Scope, name: string, table: string, list = relations): Relation {
    const has = (column: string) => known.get(table)?.has(column);
    const relation: Relation = {
      name,
      table,
      columns: (column) => (has(column) ? [{ relation, column }] : undefined),
    };
    scope.relations.push(relation);
    list.push(relation);
    return relation;
  }

  function addQuery(scope: Scope, name: string, columns: Relation["columns"]): Relation {
    const relation = { name, table: null, columns };
    scope.relations.push(relation);
    return relation;
  }

  /** Adds what a from clause names, and returns it. */
  function from(node: Node, scope: Scope): Relation[] {
    if ("RangeVar" in node) {
      const { relname = "", alias, schemaname } = node.RangeVar;
      const name = alias?.aliasname ?? relname;
      const query = schemaname ? undefined : findQuery(scope, relname);
      return [query ? addQuery(scope, name, query) : add(scope, name, relname)];
    }
    if ("JoinExpr" in node) {
      const { jointype, larg, rarg, quals, usingClause } = node.JoinExpr;
      const left = larg ? from(larg, scope) : [];
      const right = rarg ? from(rarg, scope) : [];
      const binds = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[jointype as string] ?? [...left, ...right];
      filter(quals, scope, new Set(binds));
      for (const column of texts(usingClause)) {
        for (const one of left) {
          for (const other of right) {
            const [left, right] = [one.columns(column) ?? null, other.columns(column) ?? null];
            equalities.push({ left, right, binds: new Set(binds) });
          }
        }
      }
      return [...left, ...right];
    }
    if ("RangeSubselect" in node) {
      const { subquery, alias } = node.RangeSubselect;
      const output: Output = subquery ? read(subquery, scope) : NOTHING;
      return [addQuery(scope, alias?.aliasname ?? "", lookup(output, texts(alias?.colnames)))];
    }
    if ("RangeFunction" in node) {
      visit(node, scope);
      const { alias, coldeflist } = node.RangeFunction;
      const defined = (coldeflist ?? []).map((one) => ("ColumnDef" in one ? one.ColumnDef.colname : ""));
      const names = new Set([alias?.aliasname, ...texts(alias?.colnames), ...defined]);
      return [addQuery(scope, alias?.aliasname ?? "", (name) => (names.has(name) ? "given" : undefined))];
    }
    throw new Error(`from ${Object.keys(node)} isn't read by this check`);
  }

  return { read, relations, inserted, equalities, problems };
}
