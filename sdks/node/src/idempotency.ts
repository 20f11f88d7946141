import { randomUUID } from "node:crypto";
import { InvalidRequestError } from "./errors.js";

/** The caller's key, or a new one. Error: `invalid_idempotency_key`. */
export function idempotencyKeyOf({ idempotencyKey = randomUUID() }: { idempotencyKey?: string }): string {
  if (/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) return idempotencyKey;
  throw new InvalidRequestError("idempotencyKey must be 1 to 255 printable ASCII characters.", {
    code: "invalid_idempotency_key",
  });
}
