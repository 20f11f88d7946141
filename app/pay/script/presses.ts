import { copyText } from "@/components/ui/copy-text";
import { share } from "./share";
import { wordsOf } from "./words";

const SHOWN_FOR_MS = 2_000;

/** The buttons that need no payment to be pending: copying, printing and sharing. One listener, also for buttons that come later. */
export function watchPresses() {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-copy],[data-print],[data-share]");
    if (!button) return;
    const { copy } = button.dataset;
    if (button.dataset.share !== undefined) return void share(button.dataset);
    if (copy === undefined) return window.print();
    void copyAndSay(button, copy);
  });
}

/** Copies and says so, in the button and to screen readers. */
async function copyAndSay(button: HTMLElement, text: string) {
  const words = wordsOf(button);
  const label = button.querySelector("[data-says]");
  const spoken = document.querySelector("[data-part=spoken]");
  if (!label) return;
  const before = button.dataset.before ?? label.textContent ?? "";
  button.dataset.before = before;
  const copied = await copyText(text, button);
  const outcome = (copied ? words.copied : words.copyFailed) ?? "";
  label.textContent = outcome;
  if (spoken && copied) spoken.textContent = outcome;
  setTimeout(() => {
    if (label.textContent === outcome) label.textContent = before;
    if (spoken?.textContent === outcome) spoken.textContent = "";
  }, SHOWN_FOR_MS);
}
