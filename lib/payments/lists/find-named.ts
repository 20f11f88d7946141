import type { MemberContext } from "@/lib/base/context/context";
import { findMatches, INDEXED_LENGTH } from "@/lib/payments/lists/find-matches";
import type { PaymentSearch } from "@/lib/payments/lists/search";

export type Named = {
  ids: string[];
  /** text inside so many references that a list of something else scans for it */
  commonText: string | null;
};

/**
 * The payments that a search means, for a list of something that belongs to payments: by id, transaction hash, or text
 * inside a reference. A text of one or two characters finds whole references only.
 */
export async function findNamed(ctx: MemberContext, search: PaymentSearch, most?: number): Promise<Named> {
  const { ids, isComplete } = await findMatches(ctx, { ...search, amounts: [], prices: [] }, most);
  const isCommon = !isComplete && [...search.text].length >= INDEXED_LENGTH;
  return { ids, commonText: isCommon ? search.text : null };
}
