import type { KeyContext } from "@/lib/base/context/context";
import { bindCursor, type List, unbindCursor } from "@/lib/base/lists/bound-cursor";
import { AFTER_RULE } from "@/lib/base/lists/page-query";
import { beginHeavyRead } from "@/lib/base/pacing/heavy-reads";
import { DomainError } from "@/lib/base/values/errors";
import { requirePeriod } from "@/lib/payments/reports/takings";
import { type BookLine, type LineCursor, readLines } from "@/lib/settlement/books/read-lines";
import { reconcile, saleMicrosOf, sumLines } from "@/lib/settlement/books/reconcile";
import type { Reconciliation } from "@/lib/settlement/books/reconciliation";
import type { BookSpanQuery, ListBookLinesQuery } from "@/lib/settlement/books/schemas";

/** `next`: cursor of the page after it; null on the last page. */
export type BookPage = { lines: BookLine[]; next: string | null };

/**
 * A page of the lines of a span that the key reaches, oldest first. Errors: `invalid_period`, `invalid_request` for a
 * cursor of another list.
 */
export async function listBookLines(ctx: KeyContext, query: ListBookLinesQuery): Promise<BookPage> {
  const { from, to, limit } = query;
  requirePeriod({ from, to });
  const list: List = ["book_lines", ctx.merchantId, ctx.environment, ctx.terminalIds?.[0] ?? null, from, to];
  const after = query.after === undefined ? undefined : readPlace(query.after, list);
  const rows = await readLines(ctx, { from, to, after, limit: limit + 1 });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { lines: rows.slice(0, limit), next: last ? bindCursor(writePlace(last.cursor), list) : null };
}

/**
 * Whether the lines of a span agree with the takings of the terminals that the key reaches, and with the funds of the
 * business if it reaches all of them. Errors: `invalid_period`, `rate_limited` beside others of the key.
 */
export async function reconcileByKey(ctx: KeyContext, { from, to }: BookSpanQuery): Promise<Reconciliation> {
  requirePeriod({ from, to });
  const end = beginHeavyRead(ctx.actor.keyId);
  try {
    return await reconcile(
      ctx,
      { from, to },
      {
        saleMicros: saleMicrosOf(await sumLines(ctx, { from, to })),
      },
    );
  } finally {
    end();
  }
}

/** As PostgreSQL writes a time in UTC, and the number of a line. */
const PLACE = /^(\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00) (\d{1,15})$/;

function writePlace({ at, number }: LineCursor): string {
  return Buffer.from(`${at} ${number}`).toString("base64url");
}

function readPlace(text: string, list: List): LineCursor {
  const [, at, number] = PLACE.exec(Buffer.from(unbindCursor(text, list) ?? "", "base64url").toString()) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at.slice(0, 10)))) {
    throw new DomainError("invalid_request", `after must be ${AFTER_RULE}.`);
  }
  return { at, number: Number(number) };
}
