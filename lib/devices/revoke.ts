import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { visibleTerminals } from "@/lib/terminals/visible";

export const DeviceId = z.object({ deviceId: z.guid() });
export type DeviceId = z.infer<typeof DeviceId>;

/** Revokes a device or a device link immediately. Does nothing if it was already revoked. Error: `not_found`. */
export async function revokeDevice(ctx: MemberContext, { deviceId }: DeviceId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [device] = await tx<{ name: string; terminalId: string; revoked: boolean }[]>`
      select name, terminal_id as "terminalId", revoked_at is not null as revoked from device_links
       where id = ${deviceId} and merchant_id = ${merchantId} and environment = ${environment}
         and ${visibleTerminals(ctx, "terminal_id")} for no key update`;
    if (!device) throw notFound("device");
    if (device.revoked) return;
    await tx`update device_links set revoked_at = now() where id = ${deviceId} and merchant_id = ${merchantId}`;
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
