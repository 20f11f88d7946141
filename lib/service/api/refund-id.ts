import { REFUND_ID_RULE, RefundPath } from "@/lib/payments/refunds/schemas";
import { noInput, pathOf } from "@/lib/service/api/input";

/** Reads the ID of a refund in the path. */
export const refundPath = pathOf(RefundPath, { code: "invalid_id", fields: { id: { rule: REFUND_ID_RULE } } }, noInput);
