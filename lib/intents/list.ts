import type { MemberContext } from "@/lib/context";
import { formatCursor } from "@/lib/cursor";
import { fetchPayments, type Payment } from "@/lib/intents/fetch-payments";
import { findNamed } from "@/lib/intents/find-named";
import type { PaymentCursor } from "@/lib/intents/payment-cursor";
import type { PaymentFilter } from "@/lib/intents/payment-filter";
import { readSearch } from "@/lib/intents/payment-search";
import { type Place, type Scanned, scanPayments } from "@/lib/intents/scan-payments";
import { resolvePeriod } from "@/lib/time/resolve-period";

const PAGE_SIZE = 50;

export type PaymentPage = {
  payments: Payment[];
  /** cursors of the adjacent pages; null at an end */
  older: string | null;
  newer: string | null;
  /** UTC: the search stopped here, and the next page continues it; null when it was complete */
  searchedTo: string | null;
};

type Input = { filter: PaymentFilter; cursor: PaymentCursor | null; limit?: number; windows?: number[] };

/**
 * A page of the merchant's payments that the member may see, newest first. Payments that a search names by id, hash or
 * reference are on the first page, whatever their age. Every page reads a bounded number of rows: what no index can answer
 * is searched for in a window of the newest payments, and `searchedTo` is where that window ended.
 */
export async function listPayments(ctx: MemberContext, input: Input): Promise<PaymentPage> {
  const { filter, cursor, limit = PAGE_SIZE, windows } = input;
  const [created, paid] = await Promise.all([
    resolvePeriod(ctx, { from: filter.from, to: filter.to }),
    resolvePeriod(ctx, { from: filter.paid_from, to: filter.paid_to }),
  ]);
  const search = readSearch(filter.q ?? "");
  const named = search && (await findNamed(ctx, search));
  const sought = {
    ...{ filter, created, paid },
    amounts: search?.amounts ?? null,
    commonReference: named?.commonReference ?? null,
    except: named?.ids ?? [],
  };
  const found = search && search.amounts.length === 0 && !sought.commonReference;
  const scanned = found ? NOTHING : await scanPayments(ctx, { ...sought, cursor, limit: limit + 1, windows });
  if (cursor?.direction === "newer" && scanned.hits.length <= limit && !scanned.edge) {
    return listPayments(ctx, { ...input, cursor: null });
  }
  const hits = scanned.hits.slice(0, limit);
  const shown = [...(cursor ? [] : sought.except), ...hits.map((hit) => hit.id)];
  return { payments: await fetchPayments(ctx, shown, sought), ...turns(cursor, hits, scanned, limit) };
}

const NOTHING: Scanned = { hits: [], edge: null };

/** The cursors of the pages before and after this one. */
function turns(cursor: PaymentCursor | null, hits: Place[], scanned: Scanned, limit: number) {
  const full = scanned.hits.length > limit;
  const onward = full ? hits.at(-1) : scanned.edge;
  const ahead = onward ? formatCursor(onward.at, onward.id) : null;
  const first = hits[0];
  const behind = cursor && (first ? formatCursor(first.at, first.id) : formatCursor(cursor.key, cursor.id));
  const searchedTo = full ? null : (scanned.edge?.at ?? null);
  const isNewer = cursor?.direction === "newer";
  return { older: isNewer ? behind : ahead, newer: isNewer ? ahead : behind, searchedTo };
}
