import { and, eq, sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { deviceLinks } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";

export const DeviceId = z.object({ deviceId: z.guid() });
export type DeviceId = z.infer<typeof DeviceId>;

/** Revokes a device or a device link immediately. Does nothing if it was already revoked. Error: `not_found`. */
export async function revokeDevice(ctx: MemberContext, { deviceId }: DeviceId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const own = and(eq(deviceLinks.id, deviceId), eq(deviceLinks.merchantId, merchantId));
  await ctx.db.sql.begin(async (tx) => {
    const [device] = await orm(tx)
      .select({ name: deviceLinks.name, terminalId: deviceLinks.terminalId, revokedAt: deviceLinks.revokedAt })
      .from(deviceLinks)
      .where(and(own, eq(deviceLinks.environment, environment), isVisibleTerminal(ctx, deviceLinks.terminalId)))
      .for("no key update");
    if (!device) throw notFound("device");
    if (device.revokedAt) return;
    await orm(tx).update(deviceLinks).set({ revokedAt: fragment`now()` }).where(own);
    const before = { name: device.name, terminalId: device.terminalId, environment };
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "device.revoked",
      targetType: "device",
      targetId: deviceId,
      before,
    });
  });
}
