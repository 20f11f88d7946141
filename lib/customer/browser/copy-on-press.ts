import { copyText } from "./copy-text";
import { part } from "./part";
import { wordsOf } from "./words-of";

const SHOWN_FOR_MS = 2_000;

/** Makes the copy buttons within `root` work, also those that come later. */
export function copyOnPress(root: ParentNode & EventTarget) {
  root.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest?.<HTMLElement>("[data-copy]");
    if (button) void copyAndSay(root, button, button.dataset.copy ?? "");
  });
}

/** Copies and says so, in the button and to screen readers. */
async function copyAndSay(root: ParentNode, button: HTMLElement, text: string) {
  const words = wordsOf(button);
  const label = button.querySelector("[data-says]");
  const spoken = part(root, "spoken");
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
