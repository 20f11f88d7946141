import { barsPath } from "@/lib/customer/checkout/bars-path";
import type { Told } from "@/lib/customer/checkout/face";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { part, wordsOf } from "./parts";

/** Shows the confirmations as blocks arrive, without asking for the page. */
export function showConfirmations(root: HTMLElement, { confirmations, required }: NonNullable<Told["confirming"]>) {
  const box = part(root, "confirmations");
  const bar = box?.querySelector("[role=progressbar]");
  const all = box?.querySelector("[data-bars]");
  if (!box || !bar || !all) return;
  if (confirmations <= Number(bar.getAttribute("aria-valuenow"))) return;
  const { confirming = "", finalizing = "" } = wordsOf(root);
  const sentence = confirmations < required ? fillIn(confirming, { n: confirmations, of: required }) : finalizing;
  bar.setAttribute("aria-valuenow", String(confirmations));
  bar.setAttribute("aria-label", sentence);
  all.setAttribute("d", barsPath(confirmations));
  const text = box.querySelector("p");
  if (text) text.textContent = sentence;
}
