import type { Node } from "libpg-query";

/** `columns` returns undefined for a column that the relation doesn't have. */
export type Relation = { name: string; table: string | null; columns: (name: string) => Term | undefined };
export type Reference = { relation: Relation; column: string };
/**
 * What an expression stands for: something from outside the tables, columns (of each branch of a union), or neither.
 */
export type Term = "given" | Reference[] | null;
/** `binds`: the relations that keep only rows for which it holds; an outer join keeps others too. */
export type Equality = { left: Term; right: Term; binds: ReadonlySet<Relation> };
export type Scope = { relations: Relation[]; queries: Map<string, Relation["columns"]>; outer: Scope | null };
/** The columns that a query returns; `stars` are the relations whose columns it returns all. */
export type Output = { names: string[]; terms: Term[]; stars: Relation[] };

/** The terms of a row, or of a single expression. */
export function terms(node: Node, scope: Scope): Term[] {
  return "RowExpr" in node ? (node.RowExpr.args ?? []).map((one) => termOf(one, scope)) : [termOf(node, scope)];
}

export function termOf(node: Node, scope: Scope): Term {
  if ("ColumnRef" in node) return column(texts(node.ColumnRef.fields), scope);
  if ("TypeCast" in node) return node.TypeCast.arg ? termOf(node.TypeCast.arg, scope) : null;
  if ("ParamRef" in node || "A_Const" in node) return "given";
  const parts = partsOf(node);
  return parts?.every((one) => termOf(one, scope) === "given") ? "given" : null;
}

/** What a function, list or operator is computed from. */
function partsOf(node: Node): Node[] | null {
  if ("FuncCall" in node) return node.FuncCall.args ?? [];
  if ("A_ArrayExpr" in node) return node.A_ArrayExpr.elements ?? [];
  if ("CoalesceExpr" in node) return node.CoalesceExpr.args ?? [];
  if ("List" in node) return node.List.items ?? [];
  if ("A_Expr" in node) return [node.A_Expr.lexpr, node.A_Expr.rexpr].filter((one) => one !== undefined);
  return null;
}

function column(names: string[], scope: Scope): Term {
  const [name = "", relation] = [...names].reverse();
  for (let at: Scope | null = scope; at; at = at.outer) {
    for (const one of at.relations) {
      const term = !relation || one.name === relation ? one.columns(name) : undefined;
      if (term !== undefined) return term;
    }
  }
  return null;
}

/** The columns of a query in `with`, by its name. */
export function findQuery(scope: Scope | null, name: string): Relation["columns"] | undefined {
  return scope ? (scope.queries.get(name) ?? findQuery(scope.outer, name)) : undefined;
}

/** The columns of a query, under other names if they are given. */
export function lookup({ names, terms, stars }: Output, aliases: string[]): Relation["columns"] {
  const known = new Map(terms.map((term, index) => [aliases[index] ?? names[index] ?? "", term]));
  // a query may name what `*` returns of unnest, as in `select * from unnest(…) as r(id, merchant_id)`
  return (name) => known.get(name) ?? stars.map((one) => one.columns(name)).find((term) => term !== undefined);
}

/** A column of a union: each of its branches must be filtered. */
export function merge(left: Term, right: Term): Term {
  if (left === "given" || right === "given") return left === right ? "given" : null;
  return left && right && [...left, ...right];
}

export function isSame(one: Equality, other: Equality): boolean {
  const same = (left: Term, right: Term) => left === right || key(left) === key(right);
  return one.binds === other.binds && same(one.left, other.left) && same(one.right, other.right);
}

function key(term: Term): string {
  return Array.isArray(term) ? term.map(({ relation, column }) => `${relation.name}.${column}`).join() : String(term);
}

export function names(term: Term, name: string): boolean {
  return Array.isArray(term) && term.some(({ column }) => column === name);
}

export function texts(nodes: Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((one) => ("String" in one ? [one.String.sval ?? ""] : []));
}

/** The name that PostgreSQL gives to a column without one. */
export function lastName(node: Node): string {
  if ("ColumnRef" in node) return texts(node.ColumnRef.fields).at(-1) ?? "";
  return "TypeCast" in node && node.TypeCast.arg ? lastName(node.TypeCast.arg) : "";
}
