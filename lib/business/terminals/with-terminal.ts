import { and, eq, isNull } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { KeyContext, KeyTerminal, TerminalKeyContext } from "@/lib/base/context/context";
import { DomainError, notFound } from "@/lib/base/values/errors";

/**
 * The context of a key with the terminal of a call: the key's own one, or of a key for all terminals the one that the
 * call names. Errors: `invalid_request` if a key for all terminals names none, or another key another one's,
 * `not_found` also for an archived terminal.
 */
export async function withTerminal(
  ctx: KeyContext,
  terminalId: string | null | undefined,
): Promise<TerminalKeyContext> {
  const { terminal } = ctx;
  if (terminal) {
    if (terminalId) requireOwnTerminal(terminal, terminalId);
    return { ...ctx, terminal };
  }
  if (!terminalId) {
    throw new DomainError("invalid_request", "terminal_id is required, since this key is for all terminals.");
  }
  const { id, name, intentLifeSeconds } = terminals;
  const [found] = await ctx.db.orm
    .select({ id, name, intentLifeSeconds })
    .from(terminals)
    .where(and(eq(id, terminalId), eq(terminals.merchantId, ctx.merchantId), isNull(terminals.archivedAt)));
  if (!found) throw notFound("terminal");
  return { ...ctx, terminal: found };
}

/** Error: `invalid_request` unless the ID is the one of the key's terminal, in any case. */
export function requireOwnTerminal(terminal: KeyTerminal, terminalId: string): void {
  if (terminalId.toLowerCase() === terminal.id) return;
  throw new DomainError("invalid_request", "terminal_id must be the terminal of this key. You can leave it out.");
}
