import { tillRoute } from "@/lib/auth/till-route";
import { tillBook } from "@/lib/pos/book";

/** Today's takings and the last payments, for the keypad's drawer. */
export const GET = tillRoute(tillBook);
