import {
  type CallExpression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
} from "typescript/unstable/ast";
import { isStringLiteralType, SymbolFlags, type Type } from "typescript/unstable/sync";
import { placeOf, type Source } from "@/tests/support/sql-statements/project";

const VERBS = ["select", "selectDistinct", "insert", "update", "delete", "$count"];

/** Recognizes drizzle's tables, columns and functions by their types. */
export function createNamer({ checker, project }: Source) {
  function typeName(node: Node): string {
    return checker.getTypeAtLocation(node)?.getSymbol()?.name ?? "";
  }

  /** The literal property of a type's configuration: `PgColumn<{ name: "id"; tableName: "users" }>`. */
  function configuration(node: Node, property: string): string | null {
    const type = checker.getTypeAtLocation(node);
    const [config] = type ? checker.getTypeArguments(type as never) : [];
    const symbol = config && checker.getPropertiesOfType(config).find(({ name }) => name === property);
    const value: Type | undefined = symbol && checker.getTypeOfSymbol(symbol);
    return value && isStringLiteralType(value) ? value.value : null;
  }

  function nameOfColumn(node: Node): string | null {
    if (!isColumn(node)) return null;
    const [table, column] = [configuration(node, "tableName"), configuration(node, "name")];
    return table && column && `"${table}"."${column}"`;
  }

  function nameOfTable(node: Node): string | null {
    const type = checker.getTypeAtLocation(node);
    const symbol = type && checker.getPropertiesOfType(type).find(({ name }) => name === "_");
    const described = symbol && checker.getTypeOfSymbol(symbol);
    const isTable = described && checker.getPropertiesOfType(described).some((one) => one.name === "inferInsert");
    const name = described && checker.getPropertiesOfType(described).find((one) => one.name === "name");
    const literal = name && checker.getTypeOfSymbol(name);
    return literal && isStringLiteralType(literal) && isTable ? literal.value : null;
  }

  /** The name of a function of drizzle-orm, such as `eq`. */
  function operatorOf({ expression }: CallExpression): string | null {
    const imported = isIdentifier(expression) ? checker.getSymbolAtLocation(expression) : undefined;
    if (!imported || !(imported.flags & SymbolFlags.Alias)) return null;
    const symbol = checker.getAliasedSymbol(imported);
    const declaration = symbol?.declarations[0]?.resolve(project);
    return declaration?.getSourceFile().fileName.includes("/drizzle-orm/") ? (symbol?.name ?? null) : null;
  }

  /**
   * The call of `select`, `insert` and so on that a chain of calls begins with. Throws for a method that isn't known.
   */
  function rootOf(node: Node): CallExpression | null {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return null;
    const { expression, name } = node.expression;
    if (typeName(expression) !== "PgRemoteDatabase") return rootOf(expression);
    if (!VERBS.includes(name.text)) throw new Error(`${placeOf(node)}: orm.${name.text}() isn't read by this check`);
    return node;
  }

  function isColumn(node: Node): boolean {
    return typeName(node) === "PgColumn";
  }

  return { nameOfColumn, nameOfTable, isColumn, operatorOf, rootOf };
}
