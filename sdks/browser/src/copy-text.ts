/**
 * Puts `text` on the clipboard. Where the browser keeps it from the page, as on plain HTTP, `shown` is selected and copied
 * the old way; false when that does not work either, with `shown` still selected.
 */
export async function copyText(text: string, shown: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    const put = (event: ClipboardEvent) => {
      event.clipboardData?.setData("text/plain", text);
      event.preventDefault();
    };
    addEventListener("copy", put, true);
    const copied = document.execCommand("copy");
    removeEventListener("copy", put, true);
    return copied;
  }
}
