import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { deviceLinks, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Context, Environment } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { DEVICE_DAYS } from "@/lib/business/devices/find";
import { newDeviceSecret, readDeviceSecret } from "@/lib/business/devices/secret";

export type OpenedDevice = {
  deviceId: string;
  /** for the device's cookie; stored nowhere else */
  deviceSecret: string;
  terminalId: string;
  environment: Environment;
};

/**
 * Links the device that opens a device link; the link's token stops working. Of concurrent calls one succeeds.
 * `address` is the device's IP address. Error: `link_ended` for any link that cannot be opened.
 */
export async function openDeviceLink(ctx: Context, input: { token: string; address: string }): Promise<OpenedDevice> {
  const given = readDeviceSecret(input.token);
  if (!given) throw ended();
  const { secret, hash } = newDeviceSecret();
  return ctx.db.sql.begin(async (tx) => {
    const [device] = await orm(tx)
      .update(deviceLinks)
      .set({
        tokenHash: hash,
        openedAt: fragment`now()`,
        lastSeenAt: fragment`now()`,
        expiresAt: fragment`now() + make_interval(days => ${DEVICE_DAYS})`,
      })
      .from(terminals)
      .where(
        and(
          eq(deviceLinks.tokenHash, given),
          isNull(deviceLinks.openedAt),
          isNull(deviceLinks.revokedAt),
          gt(deviceLinks.expiresAt, fragment`now()`),
          eq(terminals.id, deviceLinks.terminalId),
          isNull(terminals.archivedAt),
        ),
      )
      .returning({
        deviceId: deviceLinks.id,
        merchantId: deviceLinks.merchantId,
        terminalId: deviceLinks.terminalId,
        environment: deviceLinks.environment,
        name: deviceLinks.name,
      });
    if (!device) throw ended();
    const { deviceId, merchantId, terminalId, environment, name } = device;
    await recordAudit(tx, {
      merchantId,
      actor: { type: "device", deviceId, address: input.address },
      action: "device.opened",
      targetType: "device",
      targetId: deviceId,
      after: { name, environment, terminalId },
    });
    return { deviceId, deviceSecret: secret, terminalId, environment };
  });
}

function ended() {
  return new DomainError(
    "link_ended",
    "This link no longer works. It was used or revoked, or is older than 24 hours. Ask for a new one.",
  );
}
