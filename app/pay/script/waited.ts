/**
 * Remembers that this tab waited for a payment. A phone that discards the page while the wallet is open still returns
 * to the shop afterwards; a paid page that is opened later doesn't.
 */
const keyOf = (id: string) => `till-waited:${id}`;

export function rememberWaiting(id: string) {
  try {
    sessionStorage.setItem(keyOf(id), "1");
  } catch {
    // storage is blocked: the customer can still use the link
  }
}

/** True once per payment that this tab waited for. */
export function takeWaiting(id: string): boolean {
  try {
    const waited = sessionStorage.getItem(keyOf(id)) !== null;
    sessionStorage.removeItem(keyOf(id));
    return waited;
  } catch {
    return false;
  }
}
