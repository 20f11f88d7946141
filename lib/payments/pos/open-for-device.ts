import type { Context, Environment } from "@/lib/base/context/context";
import { findDevice } from "@/lib/business/devices/find";
import type { PosContext } from "@/lib/payments/pos/context";

type Wanted = { terminalId: string; environment: Environment; address: string };

/** The context of a linked device; null for another terminal or environment, and once the device was revoked. */
export async function openPosForDevice(ctx: Context, secret: string, wanted: Wanted): Promise<PosContext | null> {
  const device = await findDevice(ctx, secret);
  if (!device || device.terminalId !== wanted.terminalId || device.environment !== wanted.environment) return null;
  const { deviceId, merchantId, merchantName, terminalId, terminalName, timeZone, environment, name } = device;
  return {
    db: ctx.db,
    settings: ctx.settings,
    actor: { type: "device", deviceId, address: wanted.address },
    merchantId,
    merchantName,
    environment,
    terminalIds: [terminalId],
    terminalId,
    terminalName,
    timeZone,
    intentLifeSeconds: device.intentLifeSeconds,
    chargeLimitMicros: device.chargeLimitMicros,
    chargedBy: name,
  };
}
