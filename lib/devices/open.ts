import { recordAudit } from "@/lib/audit/record";
import type { Context, Environment } from "@/lib/context";
import { DEVICE_DAYS } from "@/lib/devices/life";
import { newDeviceSecret, readDeviceSecret } from "@/lib/devices/secret";
import { DomainError } from "@/lib/errors";

export type OpenedDevice = {
  deviceId: string;
  /** for the device's cookie; stored nowhere else */
  deviceSecret: string;
  terminalId: string;
  environment: Environment;
};

type Row = { deviceId: string; merchantId: string; terminalId: string; environment: Environment; name: string };

/**
 * Links the device that opens a device link; the link's token stops working. Of concurrent calls one succeeds. `address`
 * is the device's IP address. Error: `link_ended` for any link that cannot be opened.
 */
export async function openDeviceLink(ctx: Context, input: { token: string; address: string }): Promise<OpenedDevice> {
  const given = readDeviceSecret(input.token);
  if (!given) throw ended();
  const { secret, hash } = newDeviceSecret();
  return ctx.db.sql.begin(async (tx) => {
    const [device] = await tx<Row[]>`
      update device_links d
         set token_hash = ${hash}, opened_at = now(), last_seen_at = now(),
             expires_at = now() + make_interval(days => ${DEVICE_DAYS})
        from terminals t
       where d.token_hash = ${given} and d.opened_at is null and d.revoked_at is null and d.expires_at > now()
         and t.id = d.terminal_id and t.archived_at is null
      returning d.id as "deviceId", d.merchant_id as "merchantId", d.terminal_id as "terminalId", d.environment, d.name`;
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
