import { DomainError, isDomainError } from "@/lib/base/values/errors";

/**
 * Runs a verb that members and keys share, with the API's codes for its errors: `invalid_transition` for what doesn't
 * fit how things stand, which screens call a conflict, and `invalid_amount` for an amount.
 */
export async function inApiTerms<T>(verb: () => Promise<T>): Promise<T> {
  try {
    return await verb();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (error.code === "conflict") throw new DomainError("invalid_transition", error.message);
    if (error.extra.field === "amount") throw new DomainError("invalid_amount", error.message);
    throw error;
  }
}
