const ANCESTORS = 4;

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
