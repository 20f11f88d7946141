import type { TaggedTemplateExpression } from "typescript/unstable/ast";
import { type Checker, SymbolFlags, type Type, TypeFlags } from "typescript/unstable/sync";
import { arrivesAs, kindsOf } from "@/tests/support/sql-statements/values";

/** `isNullable` only for a plain column of a table, since PostgreSQL doesn't say it of expressions. */
export type Column = { name: string; type: string; isNullable: boolean };

/** A difference between a statement's columns and its row type, and the property concerned. */
export type Difference = { property: string; problem: string };

/** Compares the columns that a statement returns with its row type; nothing for a statement without one. */
export function compareRow(
  checker: Checker,
  statement: TaggedTemplateExpression,
  columns: readonly Column[],
): Difference[] {
  const row = rowTypeOf(checker, statement);
  if (!row || row.flags & TypeFlags.Any || checker.getIndexInfosOfType(row).length > 0) return [];
  const properties = checker.getPropertiesOfType(row);
  const names = new Set(properties.map(({ name }) => name));
  const unknown = columns.filter(({ name }) => !names.has(name));
  return [
    ...unknown.map(({ name }) => ({ property: name, problem: "is selected but isn't in the row type" })),
    ...properties.flatMap((symbol) => {
      const { name: property, flags } = symbol;
      const column = columns.find(({ name }) => name === property);
      if (!column) return flags & SymbolFlags.Optional ? [] : [{ property, problem: "isn't selected" }];
      const type = checker.getTypeOfSymbol(symbol);
      const problem = type && compareColumn(checker, type, column);
      return problem ? [{ property, problem }] : [];
    }),
  ];
}

function compareColumn(checker: Checker, type: Type, column: Column): string | null {
  const kinds = kindsOf(checker, type);
  if (!arrivesAs(kinds, column.type)) return `is ${column.type}, which doesn't arrive as ${checker.typeToString(type)}`;
  return column.isNullable && !kinds.has("null") && !kinds.has("any") ? "may be null" : null;
}

/** The type of a row, from `PendingQuery<Row[]>` or `PendingQuery<[Row?]>`. */
function rowTypeOf(checker: Checker, statement: TaggedTemplateExpression): Type | undefined {
  const query = checker.getTypeAtLocation(statement);
  const rows = query && checker.getTypeArguments(query as never)[0];
  if (!rows || !checker.isArrayLikeType(rows)) return undefined;
  const row = checker.getTypeArguments(rows as never)[0];
  return row && checker.getNonNullableType(row);
}
