/** Shows the buttons for sharing where the browser can share, those that come later too. */
export function offerSharing() {
  if (typeof navigator.share === "function") document.body.setAttribute("data-can-share", "");
}

/** Opens the device's sheet. Closing it without sharing is no error. */
export async function share({ share: url, title }: DOMStringMap) {
  try {
    await navigator.share({ title, text: title, url });
  } catch (error) {
    if ((error as DOMException).name !== "AbortError") throw error;
  }
}
