import { and, eq } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";

/** Locks a terminal that the member may see against other changes until the transaction ends. Error: `not_found`. */
export async function lockTerminal(tx: Transaction, ctx: MemberContext, id: string): Promise<{ active: boolean }> {
  const [terminal] = await orm(tx)
    .select({ archivedAt: terminals.archivedAt })
    .from(terminals)
    .where(and(eq(terminals.id, id), eq(terminals.merchantId, ctx.merchantId), isVisibleTerminal(ctx, terminals.id)))
    .for("no key update");
  if (!terminal) throw notFound("terminal");
  return { active: terminal.archivedAt === null };
}
