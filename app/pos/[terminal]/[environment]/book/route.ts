import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { posRoute } from "@/lib/service/auth/pos-route";
import { renewDeviceCookie } from "@/lib/service/auth/pos-session";

/** Today's takings and recent payments, for the keypad's drawer. */
export const GET = posRoute(async (pos) => {
  const summary = await shiftSummary(pos);
  await renewDeviceCookie(pos);
  return summary;
});
