import { and, eq, sql as fragment, lte } from "drizzle-orm";
import { idempotencyKeys } from "@/drizzle/schema";
import { orm, type Sql, type Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";

/** A request that asked to be carried out at most once, and how its answer is written. */
export type IdempotentRequest = {
  /** the caller's `Idempotency-Key` */
  key: string;
  /** endpoint the key belongs to; the same key on another path is another request */
  path: string;
  /** SHA-256 of what was asked */
  requestHash: Buffer;
};

export type IdempotencyScope = { terminalId: string; environment: string };

export const IDEMPOTENCY_HOURS = 24;

/**
 * The kept answer of an earlier request with this key, null when there is none.
 * Throws `idempotency_conflict` when the key was used for something else.
 */
export async function recallAnswer(
  sql: Sql | Transaction,
  scope: IdempotencyScope,
  request: IdempotentRequest,
): Promise<string | null> {
  const isSame = and(
    eq(idempotencyKeys.terminalId, scope.terminalId),
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
    })
    .from(idempotencyKeys)
    .where(isSame);
  if (!row) return null;
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
