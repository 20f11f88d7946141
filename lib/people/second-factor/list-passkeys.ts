import { desc, eq } from "drizzle-orm";
import { passkeys } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";

export type Passkey = Pick<typeof passkeys.$inferSelect, "id" | "name" | "createdAt" | "lastUsedAt">;

/** The person's passkeys, the newest first. */
export function listPasskeys(ctx: UserContext): Promise<Passkey[]> {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  return ctx.db.orm
    .select({ id, name, createdAt, lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, ctx.actor.userId))
    .orderBy(desc(createdAt), id);
}
