import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { posRoute } from "@/lib/service/auth/pos-route";
import { keepDeviceLonger } from "@/lib/service/auth/pos-session";

/** Today's takings and recent payments, for the keypad's drawer. */
export const GET = posRoute(async (pos) => {
  const summary = await shiftSummary(pos);
  await keepDeviceLonger(pos);
  return summary;
});
