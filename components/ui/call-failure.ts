import { unstable_isUnrecognizedActionError } from "next/navigation";
import type { ActionResult } from "@/lib/base/values/action-result";
import { commonMessages } from "@/lib/service/messages/en/common";

/**
 * What to show if calling a server action threw `error`: it got no answer, or the server's version has no such action.
 */
export function callFailure(error: unknown): Extract<ActionResult<never>, { ok: false }> {
  return unstable_isUnrecognizedActionError(error)
    ? { ok: false, code: "conflict", message: commonMessages.otherVersion }
    : { ok: false, code: "api_error", message: commonMessages.unreachable };
}
