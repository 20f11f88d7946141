import { posRoute } from "@/lib/auth/pos-route";
import { shiftSummary } from "@/lib/pos/shift-summary";

/** Today's takings and recent payments, for the keypad's drawer. */
export const GET = posRoute(shiftSummary);
