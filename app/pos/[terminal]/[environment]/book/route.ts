import { posRoute } from "@/lib/auth/pos-route";
import { keepDeviceLonger } from "@/lib/auth/pos-session";
import { shiftSummary } from "@/lib/pos/shift-summary";

/** Today's takings and recent payments, for the keypad's drawer. */
export const GET = posRoute(async (pos) => {
  const summary = await shiftSummary(pos);
  await keepDeviceLonger(pos);
  return summary;
});
