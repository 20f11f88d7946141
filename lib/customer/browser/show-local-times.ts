import type { Locale } from "@/lib/customer/checkout/locales";
import { localTime } from "@/lib/customer/checkout/reader";

/** Writes the times in the reader's own zone; the server doesn't know it. */
export function showLocalTimes(within: ParentNode) {
  for (const time of within.querySelectorAll<HTMLElement>("time[data-local]")) {
    const { local } = time.dataset;
    const shown = time.firstElementChild;
    if (shown) shown.textContent = localTime(time.title, local as Locale);
  }
}
