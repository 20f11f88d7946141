import { share } from "./share";

/** The page's own buttons: printing and sharing. One listener, also for buttons that come later. */
export function watchPresses() {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-print],[data-share]");
    if (!button) return;
    if (button.dataset.share !== undefined) void share(button.dataset);
    else window.print();
  });
}
