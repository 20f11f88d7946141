import { keypadManifest } from "@/lib/payments/pos/manifest";
import { posRoute } from "@/lib/service/auth/pos-route";

/** The web manifest of this keypad. The page requests it with cookies, so strangers learn no names. */
export const GET = posRoute(async (pos) => keypadManifest(pos));
