/**
 * Copies `text`. Where the browser blocks the clipboard, as on plain HTTP, falls back to the older copy command. Returns
 * false if that fails too, with `shown` left selected.
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
