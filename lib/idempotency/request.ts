import type { Sql, Transaction } from "@/lib/db/client";
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

type Row = { request_hash: Buffer; response: string; over: boolean };

/**
 * The kept answer of an earlier request with this key, null when there is none.
 * Throws `idempotency_conflict` when the key was used for something else.
 */
export async function recallAnswer(
  sql: Sql | Transaction,
  scope: IdempotencyScope,
  request: IdempotentRequest,
): Promise<string | null> {
  const [row] = await sql<Row[]>`
    select request_hash, response, ends_at <= now() as over from idempotency_keys
     where terminal_id = ${scope.terminalId} and environment = ${scope.environment}
       and path = ${request.path} and key = ${request.key}`;
  if (!row) return null;
  if (row.over) {
    await sql`
      delete from idempotency_keys
       where terminal_id = ${scope.terminalId} and environment = ${scope.environment}
         and path = ${request.path} and key = ${request.key} and ends_at <= now()`;
    return null;
  }
  if (!row.request_hash.equals(request.requestHash)) {
    throw new DomainError(
      "idempotency_conflict",
      "This Idempotency-Key was used with another body within the last 24 hours. Use a new key for a new request.",
    );
  }
  return row.response;
}
