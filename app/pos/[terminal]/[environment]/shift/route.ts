import { ChangeShiftInput, changeShift } from "@/lib/payments/pos/change-shift";
import { posPost } from "@/lib/service/auth/pos-route";

/** Opens or closes a shift. */
export const POST = posPost(ChangeShiftInput, changeShift);
