import type { MemberContext } from "@/lib/base/context/context";
import { formatCursor } from "@/lib/base/lists/cursor";
import { resolvePeriod } from "@/lib/base/time/resolve-period";
import { countMatches, countPayments, type PaymentTotals } from "@/lib/payments/lists/count";
import type { PaymentCursor } from "@/lib/payments/lists/cursor";
import { fetchPayments, type Payment } from "@/lib/payments/lists/fetch";
import type { PaymentFilter } from "@/lib/payments/lists/filter";
import { findMatches, type Matches } from "@/lib/payments/lists/find-matches";
import { type Place, type Scan, type Scanned, scanMatches, scanPayments } from "@/lib/payments/lists/scan";
import { type PaymentSearch, readSearch } from "@/lib/payments/lists/search";

const PAGE_SIZE = 50;

export type PaymentPage = {
  payments: Payment[];
  /** cursors of the adjacent pages; null at an end */
  older: string | null;
  newer: string | null;
  /** UTC: the search stopped here, and the next page continues it; null when it was complete */
  searchedTo: string | null;
  /** of all pages; null unless `withTotals` */
  totals: PageTotals | null;
};

/** `first`: the position of the page's first payment among all, from 1; null where it isn't known. */
export type PageTotals = Omit<PaymentTotals, "before"> & { first: number | null };

type Input = {
  filter: PaymentFilter;
  cursor: PaymentCursor | null;
  limit?: number;
  windows?: number[];
  /** a search with more matches is answered by scanning */
  mostMatches?: number;
  withTotals?: boolean;
  /** `2026-03-01T09:30:00.123456Z`: earlier payments may be left out, which `older` then doesn't say */
  since?: string | null;
};

/**
 * A page of the merchant's payments that the member may see, newest first. Every page reads a bounded number of rows. A
 * search with too many matches to collect looks through a window of the newest payments, and `searchedTo` is where that
 * window ended; the few payments that it names exactly are then on the first page, whatever their age.
 */
export async function listPayments(ctx: MemberContext, input: Input): Promise<PaymentPage> {
  const { filter, cursor, limit = PAGE_SIZE, windows, since } = input;
  const [created, paid] = await Promise.all([
    resolvePeriod(ctx, { from: filter.from, to: filter.to }),
    resolvePeriod(ctx, { from: filter.paid_from, to: filter.paid_to }),
  ]);
  const search = readSearch(filter.q ?? "");
  const matches = search && (await findMatches(ctx, search, input.mostMatches));
  const named = matches && !matches.isComplete ? matches.ids : [];
  const pinned = cursor ? [] : named;
  const room = Math.max(limit - pinned.length, 1);
  const sought = { filter, created, paid, ...wordsOf(search, matches) };
  const scan = { ...sought, except: named, cursor, limit: room + 1, windows, since };
  const found = matches?.isComplete ? matches.ids : null;
  const [scanned, counted] = await Promise.all([
    found ? scanMatches(ctx, found, scan) : scanPayments(ctx, scan),
    input.withTotals ? count(ctx, scan, found) : null,
  ]);
  if (cursor?.direction === "newer" && scanned.hits.length <= room && !scanned.edge) {
    return listPayments(ctx, { ...input, cursor: null });
  }
  const hits = scanned.hits.slice(0, room);
  const payments = await fetchPayments(ctx, [...pinned, ...hits.map((hit) => hit.id)], sought);
  const totals = counted && totalsOf(counted, named.length === 0 ? firstOf(counted, cursor, hits.length) : null);
  return { payments, ...turns(cursor, hits, scanned, room), totals };
}

/** What a scan compares row by row. */
function wordsOf(search: PaymentSearch | null, matches: Matches | null) {
  const { amounts = null, prices = [] } = search ?? {};
  return { amounts, prices, text: search && matches?.inReferences ? search.text : null };
}

function count(ctx: MemberContext, scan: Scan, found: string[] | null): Promise<PaymentTotals> {
  return found ? countMatches(ctx, found, scan) : countPayments(ctx, scan);
}

function totalsOf({ before: _, ...sums }: PaymentTotals, first: number | null): PageTotals {
  return { ...sums, first };
}

function firstOf({ before, isMore }: PaymentTotals, cursor: PaymentCursor | null, shown: number): number | null {
  if (cursor === null) return 1;
  if (isMore) return null;
  return cursor.direction === "newer" ? before - shown + 1 : before + 1;
}

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
