import type { DomainError } from "@/lib/base/values/errors";

/**
 * What every server action answers: its data, or a code, a sentence and, for a form, what is wrong with which input.
 * `canSendAgain`: what was to be sent is kept, and the same can be sent again.
 */
export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; code: DomainError["code"]; message: string; fields?: Record<string, string>; canSendAgain?: true };
