import { posRoute } from "@/lib/auth/pos-route";
import { keypadManifest } from "@/lib/pos/manifest";

/** The web manifest of this keypad. The page requests it with cookies, so strangers learn no names. */
export const GET = posRoute(async (pos) => keypadManifest(pos));
