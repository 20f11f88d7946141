/** The states of a refund, as the database's trigger `refunds_guard` holds them. */

export const REFUND_STATUSES = ["waiting_for_address", "prepared", "sent", "final", "failed", "cancelled"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * The moves from each status. `sent` is prepared again if no node took its transaction. What left nevertheless becomes
 * final: the chain proves it.
 */
export const REFUND_MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  waiting_for_address: ["prepared", "cancelled"],
  prepared: ["sent", "final", "cancelled"],
  sent: ["final", "failed", "prepared"],
  failed: ["prepared", "final"],
  cancelled: ["final"],
  final: [],
};

/** The statuses from which a refund makes a move. */
export function statusesBefore(to: RefundStatus): RefundStatus[] {
  return REFUND_STATUSES.filter((from) => REFUND_MOVES[from].includes(to));
}

/** Whether a refund is still to be paid: its amount stays at its address. */
export function isOpenRefund(status: RefundStatus): boolean {
  return status !== "final" && status !== "cancelled";
}

/** Stands in `failure` for a transaction that no block contained before it expired. */
export const EXPIRED = "EXPIRED";
