import {
  type CallExpression,
  isArrayLiteralExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
} from "typescript/unstable/ast";
import { createNamer } from "@/tests/support/sql-statements/drizzle-names";
import { type Source, walk, withPlace } from "@/tests/support/sql-statements/project";
import { createResolver, type Value } from "@/tests/support/sql-statements/resolve";

/** A call of the query builder, and its tables and conditions in SQL. */
export type BuilderStatement = { node: Node; text: string };

const JOINS: Record<string, string> = { innerJoin: "join", leftJoin: "left join" };
/** Parts that name no further table. `union` and others aren't read, so a statement with them is refused. */
const OTHERS = ["orderBy", "groupBy", "having", "limit", "offset", "for", "onConflictDoNothing", "as"];

/**
 * Writes drizzle's statements as SQL, as far as it tells which rows they read or write: tables, joins, equalities,
 * `and`, `or`, subqueries and written-out SQL. Any other condition becomes `true`, which filters nothing.
 */
export function readBuilder(source: Source): BuilderStatement[] {
  const { checker, project, files } = source;
  const { nameOfColumn, nameOfTable, isColumn, operatorOf, rootOf } = createNamer(source);
  const resolve = createResolver(source, isEnd);
  const inner = new Set<Node>();

  function isEnd(node: Node): boolean {
    if (isConditionalExpression(node) || isBinaryExpression(node) || nameOfColumn(node) || nameOfTable(node))
      return true;
    if (isIdentifier(node)) return node.text === "undefined";
    return isCallExpression(node) && (operatorOf(node) !== null || rootOf(node) !== null);
  }

  function statement(root: CallExpression, scope?: Value["scope"]): string {
    const { name } = root.expression as never as { name: { text: string } };
    const [first, second] = [...root.arguments];
    const parts = partsOf(root).filter((part) => !["then", "catch"].includes(part.name));
    const joined: string[] = [];
    let [from, where, set, returning, upsert, values] = ["", "true", "", "", "", null as Node | null];
    for (const part of parts) {
      const [given, on] = part.given;
      const join = JOINS[part.name];
      if (!given) {
        if (part.name !== "returning" && !OTHERS.includes(part.name)) throw new Error(`${part.name} without arguments`);
      } else if (part.name === "from") from = table(given);
      else if (join) joined.push(`${join} ${table(given)} on ${on ? condition(on, scope) : "true"}`);
      else if (part.name === "where") where = condition(given, scope);
      else if (part.name === "set") set = assignments(given, scope);
      else if (part.name === "returning") returning = `returning ${selection(given, scope)}`;
      else if (part.name === "values") values = given;
      else if (part.name === "onConflictDoUpdate") upsert = onConflict(given, scope);
      else if (!OTHERS.includes(part.name)) throw new Error(`.${part.name}() isn't read by this check`);
    }
    const sources = [from, ...joined].join(" ");
    if (!first) return `select * from ${sources} where ${where}`;
    switch (name.text) {
      case "$count":
        return `select count(*) from ${table(first)} where ${second ? condition(second, scope) : "true"}`;
      case "insert":
        return `insert into ${table(first)} (${values ? columns(values).join(", ") : ""}) values (null) ${upsert} ${returning}`;
      case "update":
        return `update ${table(first)} set ${set} ${from && `from ${sources}`} where ${where} ${returning}`;
      case "delete":
        return `delete from ${table(first)} where ${where} ${returning}`;
      default:
        return `select ${selection(first, scope)} from ${sources} where ${where}`;
    }
  }

  function onConflict(given: Node, scope?: Value["scope"]): string {
    const parts = new Map(entries(given, scope).map(({ name, value }) => [name, value]));
    const [target, set, where] = [parts.get("target"), parts.get("set"), parts.get("setWhere")];
    if (!target || !set) throw new Error("onConflictDoUpdate without a target or a set");
    const names = isArrayLiteralExpression(target.node) ? [...target.node.elements] : [target.node];
    const columns = names.map((one) => (nameOfColumn(one) ?? `"?"`).split(".").at(-1)).join(", ");
    const filter = where ? `where ${condition(where.node, where.scope)}` : "";
    return `on conflict (${columns}) do update set ${assignments(set.node, set.scope)} ${filter}`;
  }

  function table(node: Node): string {
    const name = nameOfTable(node);
    if (!name) throw new Error(`${node.getText()} isn't a table that this check knows`);
    return `"${name}"`;
  }

  function columns(values: Node): string[] {
    const type = checker.getTypeAtLocation(values);
    const [element] = type && checker.isArrayLikeType(type) ? checker.getTypeArguments(type as never) : [type];
    const names = element ? checker.getPropertiesOfType(element).map(({ name }) => name) : [];
    return names.map((name) => `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`);
  }

  function entries(node: Node, scope?: Value["scope"]): { name: string; value: Value }[] {
    return resolve(node, scope).flatMap((one) => {
      if (!isObjectLiteralExpression(one.node)) return [];
      return [...one.node.properties].flatMap((property) => {
        if (!isPropertyAssignment(property) && !isShorthandPropertyAssignment(property)) return [];
        const node: Node = isPropertyAssignment(property) ? property.initializer : property.name;
        return [{ name: property.name.getText(), value: { node, scope: one.scope } }];
      });
    });
  }

  function selection(node: Node, scope?: Value["scope"]): string {
    return (
      entries(node, scope)
        .map(({ name, value }) => `${expression(value.node, value.scope)} as "${name}"`)
        .join(", ") || "null"
    );
  }

  function assignments(node: Node, scope?: Value["scope"]): string {
    const all = entries(node, scope).map(({ name, value }) => `"${name}" = ${expression(value.node, value.scope)}`);
    return all.join(", ") || "x = null";
  }

  /** A condition that may have alternatives, of which any may be the one that runs. */
  function condition(node: Node, scope?: Value["scope"]): string {
    const found = resolve(node, scope).map((value) => conditionOf(value));
    return found.length > 0 ? `(${found.join(" or ")})` : "true";
  }

  function conditionOf({ node, scope }: Value): string {
    if (isConditionalExpression(node))
      return `(${condition(node.whenTrue, scope)} or ${condition(node.whenFalse, scope)})`;
    if (isTaggedTemplateExpression(node)) return `(${fragment({ node, scope })})`;
    const operator = isCallExpression(node) ? operatorOf(node) : null;
    if (!operator || !isCallExpression(node)) return "true";
    const [left, right] = [...node.arguments];
    switch (operator) {
      case "and":
      case "or":
        return `(${[...node.arguments].map((one) => condition(one, scope)).join(` ${operator} `) || "true"})`;
      case "eq":
        return left && right ? `${expression(left, scope)} = ${expression(right, scope)}` : "true";
      case "inArray":
        return left && right ? `${expression(left, scope)} ${list(right, scope)}` : "true";
      case "isNull":
        return left ? `${expression(left, scope)} is null` : "true";
      case "exists":
        return left ? `exists ${expression(left, scope)}` : "true";
      default:
        return `(${[...node.arguments].map((one) => `${expression(one, scope)} is distinct from null`).join(" and ") || "true"})`;
    }
  }

  function list(node: Node, scope?: Value["scope"]): string {
    const text = expression(node, scope);
    return text.startsWith("(select") ? `in ${text}` : `= any(${text})`;
  }

  function expression(node: Node, scope?: Value["scope"]): string {
    const [first, ...others] = [...new Set(resolve(node, scope).map((value) => expressionOf(value)))];
    if (first !== undefined && others.length === 0) return first;
    return first === undefined ? "$1" : `greatest(${[first, ...others].join(", ")}, null)`;
  }

  function expressionOf(value: Value): string {
    const { node, scope } = value;
    if (isColumn(node)) return nameOfColumn(node) ?? `"?"."?"`;
    const known = nameOfTable(node);
    if (known) return `"${known}"`;
    const root = rootOf(node);
    if (root) {
      inner.add(root);
      return `(${statement(root, scope)})`;
    }
    if (isTaggedTemplateExpression(node)) return fragment(value);
    if (isCallExpression(node) && operatorOf(node)) return conditionOf(value);
    return "$1";
  }

  /** SQL that is written out with drizzle's own tag. */
  function fragment({ node, scope }: Value): string {
    if (!isTaggedTemplateExpression(node)) return "$1";
    const { template } = node;
    if (!isTemplateExpression(template)) return template.text;
    return [...template.templateSpans].reduce(
      (text, span) => `${text}${expression(span.expression, scope)}${span.literal.text}`,
      template.head.text,
    );
  }

  const roots: CallExpression[] = [];
  for (const file of files) {
    const text = project.program.getSourceFile(file);
    if (!text || !/\borm\b/.test(text.text)) continue;
    walk(text, (node) => {
      if (isCallExpression(node) && rootOf(node) === node) roots.push(node);
    });
  }
  const read = roots.map((node) => ({ node, text: withPlace(node, () => statement(node)) }));
  return read.filter(({ node }) => !inner.has(node));
}

/** The calls after the first: `from`, `where` and so on. */
function partsOf(root: CallExpression): { name: string; given: readonly Node[] }[] {
  const parts: { name: string; given: readonly Node[] }[] = [];
  let node: Node = root;
  for (;;) {
    const access: Node = node.parent;
    if (!isPropertyAccessExpression(access) || !isCallExpression(access.parent)) return parts;
    if (access.parent.expression !== access) return parts;
    node = access.parent;
    parts.push({ name: access.name.text, given: [...access.parent.arguments] });
  }
}
