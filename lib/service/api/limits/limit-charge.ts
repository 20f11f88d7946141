import type { PosContext } from "@/lib/payments/pos/context";
import { limitInProcess } from "@/lib/service/api/limits/limit";

/**
 * Counts a charge at a terminal, at the keypad and in the dashboard alike, once the caller may charge there. Error:
 * `rate_limited`.
 */
export function limitCharge({ terminalId }: PosContext): void {
  limitInProcess("create", `pos:${terminalId}`);
}
