import { createHash } from "node:crypto";
import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { apiKeys, idempotencyKeys } from "@/drizzle/schema";
import type { KeyContext } from "@/lib/base/context/context";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { DomainError, invalidApiKey } from "@/lib/base/values/errors";

/** A request that asked to be carried out at most once, and how its answer is written. */
export type IdempotentRequest = {
  /** the caller's `Idempotency-Key` */
  key: string;
  /** endpoint the key belongs to; the same key on another path is another request */
  path: string;
  /** SHA-256 of what was asked */
  requestHash: Buffer;
};

export type IdempotencyScope = {
  merchantId: string;
  /** the terminal of the caller's key; with a key for all terminals the merchant */
  ownerId: string;
  environment: string;
  /** the terminal's key of the request, checked again with the kept answer; null for a restricted key */
  keyId: string | null;
};

/** Whose `Idempotency-Key` a call has. */
export function idempotencyScope(ctx: KeyContext): IdempotencyScope {
  const { merchantId, environment, terminalIds, isRestricted, actor } = ctx;
  return { merchantId, environment, ownerId: terminalIds?.[0] ?? merchantId, keyId: isRestricted ? null : actor.keyId };
}

export const IDEMPOTENCY_HOURS = 24;

/**
 * The request of an `Idempotency-Key` header's value, or null without one. Bodies that parse to the same input count as
 * the same request. Error: `invalid_idempotency_key`.
 */
export function toIdempotentRequest(key: string | null, path: string, input: object): IdempotentRequest | null {
  if (key === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new DomainError("invalid_idempotency_key", "Idempotency-Key must be 1 to 255 printable ASCII characters.");
  }
  const requestHash = createHash("sha256").update(canonical(input)).digest();
  return { key, path, requestHash };
}

/**
 * The kept answer of an earlier request with this key, null when there is none. Errors: `idempotency_conflict` when the
 * key was used for something else, `invalid_api_key` when the API key has ended.
 */
export async function recallAnswer(
  sql: Sql | Transaction,
  scope: IdempotencyScope,
  request: IdempotentRequest,
): Promise<string | null> {
  const isSame = and(
    eq(idempotencyKeys.terminalId, scope.ownerId),
    eq(idempotencyKeys.environment, scope.environment),
    eq(idempotencyKeys.path, request.path),
    eq(idempotencyKeys.key, request.key),
  );
  const hasEnded = lte(idempotencyKeys.endsAt, fragment`now()`);
  const [row] = await orm(sql)
    .select({
      requestHash: idempotencyKeys.requestHash,
      response: idempotencyKeys.response,
      hasEnded: fragment<boolean>`${hasEnded}`,
      isAllowed: isAlive(scope),
    })
    .from(idempotencyKeys)
    .where(isSame);
  if (!row) return null;
  if (!row.isAllowed) throw invalidApiKey();
  if (row.hasEnded) {
    await orm(sql).delete(idempotencyKeys).where(and(isSame, hasEnded));
    return null;
  }
  if (!row.requestHash.equals(request.requestHash)) {
    throw new DomainError(
      "idempotency_conflict",
      "This Idempotency-Key was used with another body within the last 24 hours. Use a new key for a new request.",
    );
  }
  return row.response;
}

/** Whether the API key still works; true without one. */
function isAlive({ keyId, merchantId }: IdempotencyScope) {
  if (keyId === null) return fragment<boolean>`true`;
  const { id, endsAt } = apiKeys;
  return fragment<boolean>`exists (
    select from ${apiKeys}
     where ${id} = ${keyId} and ${apiKeys.merchantId} = ${merchantId} and (${endsAt} is null or ${endsAt} > now()))`;
}

/** Serializes JSON with sorted members, so that their order doesn't matter. */
function canonical(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const write = (member: unknown) =>
    typeof member === "object" ? canonical(member as object) : JSON.stringify(member);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`;
}
