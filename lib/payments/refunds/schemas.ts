import { z } from "zod";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";

export const RefundStatusAnswer = z.enum(REFUND_STATUSES).meta({
  description:
    "`waiting_for_address`: the payment page asks the customer. `prepared`: someone signs it next. `sent`: its transaction isn't final yet. `final`: the money has left for good. `failed`: no money moved, and it can be prepared again. `cancelled`: nothing was sent.",
});
