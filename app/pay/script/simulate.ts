import { simulatePayment } from "@/app/_realtime/call-service";
import { actionTroubleLabel } from "@/app/_realtime/trouble-labels";
import { part } from "@/lib/customer/browser/parts";

/** The sandbox's buttons, in English. */
export function simulateOnPress(root: HTMLElement, id: string, update: () => void) {
  let busy = false;
  root.addEventListener("click", async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>("[data-simulate]");
    if (!button || busy) return;
    busy = true;
    for (const one of root.querySelectorAll("[data-simulate]")) one.setAttribute("aria-disabled", "true");
    const label = button.textContent;
    button.textContent = "Sending…";
    say("");
    const answer = await simulatePayment(id, button.dataset.simulate ?? "");
    busy = false;
    button.textContent = label;
    for (const one of root.querySelectorAll("[data-simulate]")) one.removeAttribute("aria-disabled");
    if (!answer.ok) say(actionTroubleLabel(answer.trouble));
    if (answer.ok && answer.body.status !== "pending") root.querySelector<HTMLElement>("#simulate")?.focus();
    if (answer.ok || answer.trouble.kind === "refused") update();
  });

  function say(text: string) {
    const box = part(root, "failure");
    if (box) box.textContent = text;
  }
}
