import {
  type Columns,
  isOwned,
  type Problem,
  type ReadQuery,
  readQuery,
} from "@/tests/support/sql-statements/read-query";
import type { Reference, Relation, Term } from "@/tests/support/sql-statements/terms";

/** The database as far as the check needs it. */
export type Ownership = {
  columns: Columns;
  /** `table.column table.column` of each foreign key that includes `merchant_id`, without that column */
  links: ReadonlySet<string>;
};

/**
 * Finds the tables that a statement reads or writes without a filter on the merchant: an equality of their
 * `merchant_id` with a value from outside or with the merchant of a filtered table, a link to a filtered table by a
 * foreign key that includes `merchant_id`, or the same row. An insert must write `merchant_id`, and may only update on
 * a conflict of it.
 */
export function findUnfiltered(
  text: string,
  { columns, links }: Ownership,
  excepted: ReadonlySet<string> = new Set(),
): Problem[] {
  const query = readQuery(text, columns);
  const bound = bind(query, links, excepted);
  const unbound = query.relations.filter((one) => isOwned(columns, one.table) && !bound.has(one));
  return [...unbound.map(({ table }) => ({ table: table ?? "", problem: "without its merchant" })), ...query.problems];
}

/** The relations that equalities tie to a merchant, directly or through each other. */
function bind(
  { relations, inserted, equalities }: ReadQuery,
  links: ReadonlySet<string>,
  excepted: ReadonlySet<string>,
): Set<Relation> {
  const bound = new Set([...inserted, ...relations.filter(({ table }) => table && excepted.has(table))]);
  const isTied = (own: Reference, other: Term): boolean => {
    if (isMerchant(own) && other === "given") return true;
    if (other === "given" || !other?.length) return false;
    return other.every(({ relation, column }) => {
      if (!bound.has(relation)) return false;
      if (isMerchant(own) && isMerchant({ relation, column })) return true;
      const [from, to] = [`${own.relation.table}.${own.column}`, `${relation.table}.${column}`];
      return (from === to && column === "id") || links.has(`${from} ${to}`) || links.has(`${to} ${from}`);
    });
  };
  const ties = equalities.flatMap(({ left, right, binds }) => [
    { term: left, other: right, binds },
    { term: right, other: left, binds },
  ]);
  for (let size = -1; size < bound.size; ) {
    size = bound.size;
    for (const { term, other, binds } of ties) {
      if (!Array.isArray(term) || term.length !== 1) continue;
      for (const own of term) if (binds.has(own.relation) && isTied(own, other)) bound.add(own.relation);
    }
  }
  return bound;
}

function isMerchant({ relation, column }: Reference): boolean {
  return column === "merchant_id" || (relation.table === "merchants" && column === "id");
}
