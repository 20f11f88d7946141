import type { chainCursors } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";

/**
 * Lag and failures of the watcher, for the metrics. Null: live is off, nothing was read yet, or the database is
 * unavailable.
 */
export async function readChainFigures(ctx: Context): Promise<{ lagSeconds: number; failures: number } | null> {
  const { network } = ctx.settings;
  if (!network) return null;
  try {
    const [row] = await ctx.db.sql<(Pick<typeof chainCursors.$inferSelect, "failures"> & { lagSeconds: number })[]>`
      select extract(epoch from now() - block_time)::float8 as "lagSeconds", failures
        from chain_cursors where network = ${network.id}`;
    return row ?? null;
  } catch {
    return null;
  }
}
