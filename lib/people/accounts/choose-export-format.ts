import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { EXPORT_FORMATS } from "@/lib/base/exports/formats";

export const ChooseExportFormatInput = z.object({
  format: z.enum(EXPORT_FORMATS, { error: `must be one of ${EXPORT_FORMATS.join(", ")}, for example xlsx` }),
});
export type ChooseExportFormatInput = z.infer<typeof ChooseExportFormatInput>;

/**
 * What the person's next exports are saved as, in every business and on every device. A taste, so the log doesn't have
 * it.
 */
export async function chooseExportFormat(ctx: UserContext, { format }: ChooseExportFormatInput): Promise<void> {
  await ctx.db.orm.update(users).set({ exportFormat: format }).where(eq(users.id, ctx.actor.userId));
}
