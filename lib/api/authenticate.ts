import type { ApiRequest } from "@/lib/api/request";
import type { KeyContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { findKey, recallKey } from "@/lib/keys/find";
import { readKey } from "@/lib/keys/key";

/**
 * Returns the terminal that the request's API key belongs to. With `recheckedOnWrite` the key may come from a five-second
 * cache, for a verb that checks it again in its statement. Errors: `missing_api_key`, `invalid_api_key`, `environment_mismatch`.
 */
export async function authenticate(
  request: ApiRequest,
  { recheckedOnWrite = false }: { recheckedOnWrite?: boolean } = {},
): Promise<KeyContext> {
  const header = request.headers.get("authorization")?.trim() ?? "";
  if (header === "") {
    throw new DomainError(
      "missing_api_key",
      "Send your API key in the Authorization header: Authorization: Bearer svc_test_…",
    );
  }
  const token = /^bearer +(\S{1,200})$/i.exec(header)?.[1];
  const claimed = token ? readKey(token) : null;
  if (!claimed) throw new DomainError("invalid_api_key", "This API key isn't valid.");
  const db = database();
  const key = await (recheckedOnWrite ? recallKey(db, claimed.hash) : findKey(db, claimed.hash));
  if (!key) throw new DomainError("invalid_api_key", "This API key isn't valid.");
  if (key.environment !== claimed.environment) {
    throw new DomainError(
      "environment_mismatch",
      `This is a ${key.environment} key with a ${claimed.environment} prefix. Use the key exactly as it was issued.`,
    );
  }
  const { keyId, terminalId, environment, merchantId, terminalName, intentLifeSeconds } = key;
  return {
    db,
    actor: { type: "api_key", keyId, terminalId, environment },
    merchantId,
    terminalName,
    intentLifeSeconds,
  };
}
