import { and, desc, eq, isNull, lt } from "drizzle-orm";
import { shifts } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import type { PosContext } from "@/lib/payments/pos/context";

export type Shift = typeof shifts.$inferSelect;

const PAGE = 50;

/** A terminal's shifts in the environment, newest first; `before` is the number that the page ends before. */
export async function listShifts(
  ctx: MemberContext,
  { terminalId, before }: { terminalId: string; before: number | null },
): Promise<{ shifts: Shift[]; next: number | null }> {
  const rows = await ctx.db.orm
    .select()
    .from(shifts)
    .where(and(ofTerminal(ctx, terminalId), before === null ? undefined : lt(shifts.number, before)))
    .orderBy(desc(shifts.number))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE);
  return { shifts: page, next: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null };
}

/** One shift of a terminal in the environment by its number; null if there is none that the member can see. */
export async function getShift(ctx: MemberContext, terminalId: string, number: number): Promise<Shift | null> {
  const [row] = await ctx.db.orm
    .select()
    .from(shifts)
    .where(and(ofTerminal(ctx, terminalId), eq(shifts.number, number)));
  return row ?? null;
}

/** The open shift of a keypad; null when none is open. */
export async function findOpenShift(ctx: PosContext): Promise<Pick<Shift, "number" | "openedAt" | "openedBy"> | null> {
  const { number, openedAt, openedBy } = shifts;
  const [row] = await ctx.db.orm
    .select({ number, openedAt, openedBy })
    .from(shifts)
    .where(
      and(
        eq(shifts.merchantId, ctx.merchantId),
        eq(shifts.terminalId, ctx.terminalId),
        eq(shifts.environment, ctx.environment),
        isNull(shifts.closedAt),
      ),
    );
  return row ?? null;
}

function ofTerminal(ctx: MemberContext, terminalId: string) {
  return and(
    eq(shifts.merchantId, ctx.merchantId),
    eq(shifts.environment, ctx.environment),
    eq(shifts.terminalId, terminalId),
    isVisibleTerminal(ctx, shifts.terminalId),
  );
}
