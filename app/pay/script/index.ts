import { copyOnPress } from "@/lib/customer/browser/copy-on-press";
import { tellTimes } from "@/lib/customer/browser/times";
import { startPayment } from "./payment";
import { watchPresses } from "./presses";
import { offerSharing } from "./share";

/**
 * The script of the payment page. The page is complete without it. Each part starts on its own, so that a failure of
 * one takes nothing away from the customer, least of all the address.
 */
const payment = document.querySelector<HTMLElement>("[data-payment]");

attempt(() => tellTimes(document));
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
