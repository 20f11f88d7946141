import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { restrictedKeySecrets, restrictedKeys, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { requireRow } from "@/lib/base/db/require-row";
import { resolvePeriod } from "@/lib/base/time/resolve-period";
import { conflict, DomainError, notFound } from "@/lib/base/values/errors";
import { newKey } from "@/lib/business/keys/key";
import { requireGrantable } from "@/lib/business/keys/require-grantable";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";
import { type CreateRestrictedKeyInput, WRONG_END, WRONG_LIMIT } from "@/lib/business/keys/schemas";
import { requireLiveReady } from "@/lib/chain/wallets/require-live-ready";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

/** Of a business in an environment, those included that have stopped with their maker's role. */
export const MOST_RESTRICTED_KEYS = 50;

/**
 * Creates a restricted key with the scopes that its maker may give. The key is returned only here. Errors: `forbidden`
 * for other scopes; `not_found` for a terminal, also an archived one; `conflict` with `MOST_RESTRICTED_KEYS`;
 * `invalid_request` for an end that has passed, for `refunds:write` without a limit, and for a key that creates
 * payments while live isn't ready.
 */
export async function createRestrictedKey(
  ctx: MemberContext,
  input: CreateRestrictedKeyInput,
): Promise<{ id: string; key: string }> {
  const { merchantId, environment, actor } = ctx;
  const { name, terminalId, scopes, ipRanges, endsOn } = input;
  const refundLimitMicros = scopes.includes("refunds:write") ? (input.refundLimit ?? null) : null;
  if (scopes.includes("refunds:write") && refundLimitMicros === null) {
    throw new DomainError("invalid_request", WRONG_LIMIT, { field: "refundLimit" });
  }
  const endsAt = await endOf(ctx, endsOn);
  const fresh = newKey(environment);
  return ctx.db.sql.begin(async (tx) => {
    await lockMerchant(tx, merchantId);
    requireGrantable(await lockOwnMembership(tx, ctx), scopes);
    if (terminalId) await requireTerminal(tx, ctx, terminalId);
    if (environment === "live" && scopes.includes("intents:write")) {
      await requireLiveReady(ctx.settings, tx, merchantId);
    }
    await requireRoom(tx, ctx);
    const made = requireRow(
      await orm(tx)
        .insert(restrictedKeys)
        .values({
          merchantId,
          environment,
          terminalId,
          name,
          scopes,
          ipRanges,
          refundLimitMicros,
          madeBy: actor.userId,
          endsAt,
        })
        .returning({ id: restrictedKeys.id, isInTime: isInTime() }),
    );
    if (!made.isInTime) throw new DomainError("invalid_request", WRONG_END, { field: "endsOn" });
    await orm(tx).insert(restrictedKeySecrets).values({ keyId: made.id, keyHash: fresh.hash, last4: fresh.last4 });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "restricted_key.created",
      targetType: "restricted_key",
      targetId: made.id,
      after: {
        name,
        environment,
        terminalId,
        scopes,
        ipRanges: ipRanges.length > 0 ? ipRanges : null,
        refundLimitMicros: refundLimitMicros === null ? null : String(refundLimitMicros),
        endsOn,
        last4: fresh.last4,
      },
    });
    return { id: made.id, key: fresh.key };
  });
}

/** When a day is over in the time zone of the business. */
async function endOf(ctx: MemberContext, day: string | null) {
  const { to } = await resolvePeriod(ctx, { from: null, to: day === null ? null : { kind: "day", text: day } });
  return to === null ? null : fragment`${to}::timestamptz`;
}

function isInTime() {
  const { endsAt } = restrictedKeys;
  return fragment<boolean>`${endsAt} is null or (${endsAt} > now() and ${endsAt} < now() + interval '10 years 2 days')`;
}

/** The lock keeps the terminal from being archived, which ends its keys, before the key is there. */
async function requireTerminal(tx: Transaction, ctx: MemberContext, terminalId: string): Promise<void> {
  const { id, merchantId, archivedAt } = terminals;
  const [found] = await orm(tx)
    .select({ id })
    .from(terminals)
    .where(and(eq(id, terminalId), eq(merchantId, ctx.merchantId), isNull(archivedAt), isVisibleTerminal(ctx, id)))
    .for("share");
  if (!found) throw notFound("terminal");
}

/** With the merchant locked, so that concurrent calls count each other's keys. */
async function requireRoom(tx: Transaction, ctx: MemberContext): Promise<void> {
  const count = await orm(tx).$count(restrictedKeys, and(isOwnRestricted(ctx), hasNotEnded()));
  if (count < MOST_RESTRICTED_KEYS) return;
  const where = ctx.environment === "live" ? "in live mode" : "in the sandbox";
  throw conflict(`You can have ${MOST_RESTRICTED_KEYS} restricted keys ${where}. Revoke one that you no longer use.`);
}
