import { tillRoute } from "@/lib/auth/till-route";
import { keypadManifest } from "@/lib/pos/manifest";

/** What makes this very keypad installable. The page asks for it with its cookies, so strangers learn no names. */
export const GET = tillRoute(async (till) => keypadManifest(till));
