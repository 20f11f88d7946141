import { part, wordsOf } from "./parts";

const SHOWN_FOR_MS = 2_000;
/** How far from the button the text is looked for. */
const ANCESTORS = 4;

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
  const label = button.querySelector("span");
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

/**
 * Copies `text` to the clipboard. Where the page may not use the clipboard API, as on plain HTTP, it selects the text
 * shown near `button` and copies that. False when neither works; the text then stays selected.
 */
export async function copyText(text: string, button: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const shown = findShown(text, button);
    if (shown) return copySelected(text, shown);
    const passing = document.createElement("span");
    passing.className = "sr-only";
    passing.textContent = text;
    button.after(passing);
    const copied = copySelected(text, passing);
    passing.remove();
    return copied;
  }
}

/** The element near the button whose content is exactly the text. */
function findShown(text: string, button: Element): Element | null {
  let around = button.parentElement;
  for (let level = 0; around && level < ANCESTORS; level += 1) {
    const found = [...around.querySelectorAll("*")].find((one) => one.textContent === text && !one.contains(button));
    if (found) return found;
    around = around.parentElement;
  }
  return null;
}

function copySelected(text: string, shown: Element): boolean {
  getSelection()?.selectAllChildren(shown);
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", put, { capture: true });
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    document.removeEventListener("copy", put, { capture: true });
  }
}
