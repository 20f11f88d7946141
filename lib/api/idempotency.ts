import { createHash } from "node:crypto";
import type { ApiRequest } from "@/lib/api/request";
import { DomainError } from "@/lib/errors";
import type { IdempotentRequest } from "@/lib/idempotency/request";

/**
 * Returns the request's `Idempotency-Key` with a hash of its input, or null without the header. Bodies that parse to the
 * same input count as the same request. Error: `invalid_idempotency_key`.
 */
export function idempotencyOf(request: ApiRequest, path: string, input: object): IdempotentRequest | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new DomainError("invalid_idempotency_key", "Idempotency-Key must be 1 to 255 printable ASCII characters.");
  }
  const requestHash = createHash("sha256").update(canonical(input)).digest();
  return { key, path, requestHash };
}

/** Serializes JSON with sorted members, so that their order doesn't matter. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}
