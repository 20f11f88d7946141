import { getKeypadPrice } from "@/lib/payments/pos/get-price";
import { posRoute } from "@/lib/service/auth/pos-route";

/** The currency that amounts are typed in, with its current rate. */
export const GET = posRoute(async (pos) => ({ price: await getKeypadPrice(pos) }));
