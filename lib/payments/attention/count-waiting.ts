import type { MemberContext } from "@/lib/base/context/context";
import { countOpen } from "@/lib/payments/attention/attention-list";
import { countProposed, countToConfirm } from "@/lib/payments/refunds/count";

/** What waits for a person under Settlement, each up to a thousand. */
export type Waiting = {
  /** items that need a decision */
  open: number;
  /** refunds to confirm */
  toConfirm: number;
  /** transfers from the refund wallet that may have paid a refund */
  proposed: number;
};

/** Counts what waits for a person under Settlement; cheap enough for every page. */
export async function countWaiting(ctx: MemberContext): Promise<Waiting> {
  const [open, toConfirm, proposed] = await Promise.all([countOpen(ctx), countToConfirm(ctx), countProposed(ctx)]);
  return { open, toConfirm, proposed };
}
