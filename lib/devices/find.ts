import type { Context, Environment } from "@/lib/context";
import { DEVICE_DAYS } from "@/lib/devices/life";
import { readDeviceSecret } from "@/lib/devices/secret";

/** A device with its terminal and merchant. */
export type FoundDevice = {
  deviceId: string;
  name: string;
  merchantId: string;
  merchantName: string;
  terminalId: string;
  terminalName: string;
  timeZone: string;
  intentLifeSeconds: number;
  environment: Environment;
};

/**
 * The device with this secret, read from the database; null if it was revoked, its terminal is archived, or it was not
 * used for 180 days. The last visit is recorded at most once a minute.
 */
export async function findDevice(ctx: Context, secret: string): Promise<FoundDevice | null> {
  const hash = readDeviceSecret(secret);
  if (!hash) return null;
  const [row] = await ctx.db.sql<(FoundDevice & { stale: boolean })[]>`
    select d.id as "deviceId", d.name, d.merchant_id as "merchantId", m.name as "merchantName", d.terminal_id as "terminalId",
           t.name as "terminalName", t.time_zone as "timeZone", t.intent_life_seconds as "intentLifeSeconds", d.environment,
           d.last_seen_at < now() - interval '1 minute' as stale
      from device_links d
      join terminals t on t.id = d.terminal_id and t.archived_at is null
      join merchants m on m.id = d.merchant_id
     where d.token_hash = ${hash} and d.opened_at is not null and d.revoked_at is null and d.expires_at > now()`;
  if (!row) return null;
  const { stale, ...device } = row;
  if (stale) await noteVisit(ctx, device.deviceId);
  return device;
}

async function noteVisit(ctx: Context, deviceId: string): Promise<void> {
  await ctx.db.sql`
    update device_links set last_seen_at = now(), expires_at = now() + make_interval(days => ${DEVICE_DAYS})
     where id = ${deviceId} and revoked_at is null and expires_at > now()`;
}
