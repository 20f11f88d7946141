import { and, asc, eq, isNull } from "drizzle-orm";
import { sandboxResets, terminals } from "@/drizzle/schema";
import type { Tenant } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";

const ONLY_SANDBOX = "This is only available in the sandbox. Switch to the sandbox and try again.";
const RESETTING = "The sandbox is being reset. Wait until that has finished and try again.";

/** Error: `invalid_transition` in live. */
export function requireSandbox({ environment }: Pick<Tenant, "environment">): void {
  if (environment !== "sandbox") throw new DomainError("invalid_transition", ONLY_SANDBOX);
}

/** Locks the merchant's terminals: a reset, a generated month and changes of shifts come one after the other. */
export async function lockTerminals(tx: Transaction, { merchantId }: Pick<Tenant, "merchantId">) {
  return orm(tx)
    .select({
      id: terminals.id,
      timeZone: terminals.timeZone,
      intentLifeSeconds: terminals.intentLifeSeconds,
      toleranceMicros: terminals.toleranceMicros,
      archivedAt: terminals.archivedAt,
    })
    .from(terminals)
    .where(eq(terminals.merchantId, merchantId))
    .orderBy(asc(terminals.id))
    .for("no key update");
}

/** Error: `invalid_transition` in the sandbox while it is being reset. Call it with a terminal locked. */
export async function requireNoReset(
  tx: Transaction,
  { merchantId, environment }: Pick<Tenant, "merchantId" | "environment">,
): Promise<void> {
  if (environment !== "sandbox") return;
  const open = await orm(tx)
    .select({ id: sandboxResets.id })
    .from(sandboxResets)
    .where(and(eq(sandboxResets.merchantId, merchantId), isNull(sandboxResets.finishedAt)));
  if (open.length > 0) throw new DomainError("invalid_transition", RESETTING);
}
