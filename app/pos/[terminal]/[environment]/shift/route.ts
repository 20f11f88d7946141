import { posPost } from "@/lib/auth/pos-route";
import { ChangeShiftInput, changeShift } from "@/lib/pos/change-shift";

/** Opens or closes a shift. */
export const POST = posPost(ChangeShiftInput, changeShift);
