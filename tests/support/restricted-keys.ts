import { randomUUID } from "node:crypto";
import type { Environment, MerchantContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { MAX_MICROS } from "@/lib/base/values/money";
import { SCOPES, type Scope } from "@/lib/base/values/scopes";
import { newKey } from "@/lib/business/keys/key";

type Options = {
  environment?: Environment;
  /** null: all terminals */
  terminalId?: string | null;
  scopes?: readonly Scope[];
  /** in CIDR notation */
  ipRanges?: string[];
  /** a day; by default more than any payment */
  refundLimitMicros?: bigint;
  name?: string;
  endsAt?: Date | null;
  /** the member who made it; by default the owner of the merchant */
  madeBy?: string;
};

export type RestrictedKeyFixture = { key: string; keyId: string; secretId: string; madeBy: string };

/** A restricted key as the dashboard makes it, by default for all terminals and with every scope. */
export async function createRestrictedKey(
  { merchantId, db = database() }: Pick<MerchantContext, "merchantId"> & Partial<Pick<MerchantContext, "db">>,
  options: Options = {},
): Promise<RestrictedKeyFixture> {
  const { environment = "sandbox", terminalId = null, scopes = SCOPES, ipRanges = [], endsAt = null } = options;
  const limit = scopes.includes("refunds:write") ? (options.refundLimitMicros ?? MAX_MICROS) : null;
  const { sql } = db;
  const { key, hash, last4 } = newKey(environment);
  const [owner] = await sql<[{ id: string }?]>`
    select user_id as id from memberships where merchant_id = ${merchantId} and role = 'owner' limit 1`;
  const madeBy = options.madeBy ?? owner?.id;
  if (!madeBy) throw new Error("the merchant has no owner");
  const [keyId, secretId] = [randomUUID(), randomUUID()];
  await sql`
    with made as (
      insert into restricted_keys (id, merchant_id, environment, terminal_id, name, scopes, ip_ranges, refund_limit_micros,
                                   made_by, ends_at)
      values (${keyId}, ${merchantId}, ${environment}, ${terminalId}, ${options.name ?? "Back office"},
              ${[...scopes]}::text[], ${ipRanges}::text[], ${limit}, ${madeBy}, ${endsAt})
      returning id)
    insert into restricted_key_secrets (id, key_id, key_hash, last4)
    select ${secretId}, id, ${hash}, ${last4} from made`;
  return { key, keyId, secretId, madeBy };
}
