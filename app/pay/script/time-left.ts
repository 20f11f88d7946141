import { secondsUntil } from "@/lib/customer/checkout/clock";

const keyOf = (id: string) => `till-time-left:${id}`;

/**
 * Browsers show a page from their history without asking the server, with the seconds that were left when it was sent.
 * The tab remembers when the time of the newest page is up, by the device's clock, and an older page begins with what
 * is left of that. A clock that was changed in between is corrected by the server's next answer.
 */
export function correctTimeLeft(root: HTMLElement, id: string) {
  const timer = root.querySelector<HTMLElement>("[role=timer]");
  if (!timer) return;
  const left = Number(timer.dataset.left);
  try {
    const [newestLeft = Infinity, deadlineMs = 0] = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "[]") as number[];
    if (left < newestLeft) sessionStorage.setItem(keyOf(id), JSON.stringify([left, Date.now() + left * 1_000]));
    else timer.dataset.left = String(Math.min(left, secondsUntil(deadlineMs, Date.now())));
  } catch {
    // storage is blocked: the page begins with what it says
  }
}
