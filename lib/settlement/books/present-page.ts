import type { KeyContext } from "@/lib/base/context/context";
import type { BookPage } from "@/lib/settlement/books/list-by-key";
import { presentLine } from "@/lib/settlement/books/present-line";
import type { BookPageAnswer } from "@/lib/settlement/books/schemas";

/** Addresses of customers only for a key that sees customers. */
export function presentBookPage({ lines, next }: BookPage, { scopes }: Pick<KeyContext, "scopes">): BookPageAnswer {
  const seesCustomers = scopes.includes("customers:read");
  const data = lines.map((line) => {
    const { counterparty, ...rest } = presentLine(line);
    return seesCustomers ? { ...rest, counterparty } : rest;
  });
  return { data, has_more: next !== null, next };
}
