import type { AccountAction, MerchantAction } from "@/lib/base/audit/actions";
import type { Sql } from "@/lib/base/db/client";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";

const SESSIONS_ENDED: AccountAction = "sessions.ended";
const DEVICE_REVOKED: MerchantAction = "device.revoked";
const INVITATION_REVOKED: MerchantAction = "invitation.revoked";

/** Of what still worked. */
type EndedAccess = { sessions: number; devices: number; invitations: number };

/**
 * Ends every session, linked device, invitation and link in an email, and forgets known browsers: after a restore, the
 * database doesn't know which of them had ended since the copy. Each end is in the audit log.
 */
export async function endAccess(sql: Sql): Promise<EndedAccess> {
  return sql.begin(async (tx) => {
    await liftTimeLimits(tx);
    // drawn anew: the next number may be one that known browsers were signed with since the copy
    await tx`update users set session_version = 1 + floor(random() * 1000000000)::int`;
    const [sessions] = await tx<[{ count: number }]>`
      with ended as (
        update user_sessions set revoked_at = now() where revoked_at is null returning user_id, expires_at > now() as worked),
      recorded as (
        insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id, after)
        select null, 'system', 'admin', ${SESSIONS_ENDED}, 'user', user_id::text, jsonb_build_object('devices', count(*))
          from ended where worked group by user_id)
      select count(*)::int as count from ended where worked`;
    const [devices] = await tx<[{ count: number }]>`
      with ended as (
        update device_links set revoked_at = now() where revoked_at is null
        returning id, merchant_id, name, terminal_id, environment, expires_at > now() as worked),
      recorded as (
        insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id, before)
        select merchant_id, 'system', 'admin', ${DEVICE_REVOKED}, 'device', id::text,
               jsonb_build_object('name', name, 'terminalId', terminal_id, 'environment', environment)
          from ended where worked)
      select count(*)::int as count from ended where worked`;
    const [invitations] = await tx<[{ count: number }]>`
      with ended as (
        update invitations set revoked_at = now() where revoked_at is null and accepted_at is null
        returning id, merchant_id, email, role, expires_at > now() as worked),
      recorded as (
        insert into audit_log (merchant_id, actor_type, actor_id, action, target_type, target_id, before)
        select merchant_id, 'system', 'admin', ${INVITATION_REVOKED}, 'invitation', id::text,
               jsonb_build_object('email', email, 'role', role)
          from ended where worked)
      select count(*)::int as count from ended where worked`;
    await tx`update account_tokens set used_at = now() where used_at is null`;
    await tx`delete from passkey_challenges`;
    await tx`update users set two_step_link_hash = null, two_step_link_until = null where two_step_link_hash is not null`;
    await tx`update memberships set two_step_setup_until = null where two_step_setup_until is not null`;
    await tx`update notification_preferences set telegram_code = null, telegram_code_expires_at = null
              where telegram_code is not null`;
    return { sessions: sessions.count, devices: devices.count, invitations: invitations.count };
  });
}
