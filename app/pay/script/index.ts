import { copyOnPress } from "@/lib/customer/browser/copy";
import { showLocalTimes } from "@/lib/customer/browser/show-local-times";
import { startPayment } from "./payment";
import { watchPresses } from "./presses";
import { offerSharing } from "./share";

/**
 * The script of the payment page. The page is complete without it. Each part starts on its own, so that a failure of
 * one takes nothing away from the customer, least of all the address.
 */
const payment = document.querySelector<HTMLElement>("[data-payment]");

attempt(() => showLocalTimes(document));
attempt(() => copyOnPress(document));
attempt(() => watchPresses());
attempt(() => offerSharing());
if (payment) attempt(() => startPayment(payment));

function attempt(part: () => void) {
  try {
    part();
  } catch (error) {
    // reported like any uncaught error, after the other parts have started
    setTimeout(() => {
      throw error;
    });
  }
}
