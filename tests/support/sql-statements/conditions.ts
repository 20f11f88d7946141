import type { Node, SelectStmt } from "libpg-query";
import {
  type Equality,
  isSame,
  type Output,
  type Relation,
  type Scope,
  termOf,
  terms,
  texts,
} from "@/tests/support/sql-statements/terms";

type ReadSelect = (statement: SelectStmt, outer: Scope, binds?: ReadonlySet<Relation>) => Output;

/** Reads conditions: what they equate is added to `equalities`, and `readSelect` reads their subqueries. */
export function createConditions(equalities: Equality[], readSelect: ReadSelect) {
  /** Records the equalities of a condition that must hold, and reads its subqueries. */
  function filter(node: Node | undefined, scope: Scope, binds: ReadonlySet<Relation>): void {
    if (!node) return;
    if ("BoolExpr" in node && node.BoolExpr.boolop === "AND_EXPR") {
      for (const one of node.BoolExpr.args ?? []) filter(one, scope, binds);
      return;
    }
    if ("BoolExpr" in node && node.BoolExpr.boolop === "OR_EXPR") {
      filterAny(node.BoolExpr.args ?? [], scope, binds);
      return;
    }
    if ("SubLink" in node) {
      const { subLinkType, subselect, testexpr, operName } = node.SubLink;
      const query = subselect && "SelectStmt" in subselect ? subselect.SelectStmt : null;
      if (query && subLinkType === "EXISTS_SUBLINK") {
        readSelect(query, scope, binds);
        return;
      }
      if (query && subLinkType === "ANY_SUBLINK" && testexpr && !operName) {
        const output = readSelect(query, scope);
        terms(testexpr, scope).forEach((left, index) => {
          equalities.push({ left, right: output.terms[index] ?? null, binds });
        });
        visit(testexpr, scope);
        return;
      }
    }
    if ("NullTest" in node && node.NullTest.nulltesttype === "IS_NULL" && node.NullTest.arg) {
      equalities.push({ left: termOf(node.NullTest.arg, scope), right: "given", binds });
    }
    if ("A_Expr" in node) {
      const { kind = "", name, lexpr, rexpr } = node.A_Expr;
      const isEquality = ["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN", "AEXPR_NOT_DISTINCT"].includes(kind);
      if (isEquality && lexpr && rexpr && texts(name).at(-1) === "=") {
        const right = terms(rexpr, scope);
        terms(lexpr, scope).forEach((left, index) => {
          equalities.push({ left, right: right[index] ?? null, binds });
        });
      }
    }
    visit(node, scope);
  }

  /** Of alternatives, what each of them says. */
  function filterAny(alternatives: Node[], scope: Scope, binds: ReadonlySet<Relation>): void {
    const [first, ...others] = alternatives.map((one) => {
      const start = equalities.length;
      filter(one, scope, binds);
      return equalities.splice(start);
    });
    for (const one of [first ?? [], ...others].flat()) {
      // a subquery's condition holds for its own tables
      equalities.push({ ...one, binds: new Set([...one.binds].filter((relation) => !binds.has(relation))) });
    }
    for (const one of first ?? []) {
      if (others.every((list) => list.some((other) => isSame(one, other)))) equalities.push(one);
    }
  }

  /** Reads the subqueries of an expression. */
  function visit(node: unknown, scope: Scope): void {
    if (typeof node !== "object" || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one, scope);
      return;
    }
    if ("SelectStmt" in node) {
      readSelect(node.SelectStmt as SelectStmt, scope);
      return;
    }
    for (const one of Object.values(node)) visit(one, scope);
  }

  return { filter, visit };
}
