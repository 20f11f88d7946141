/**
 * Whether this tab waited for a payment, so that a phone that threw the page away while its wallet was open still goes
 * back to the shop afterwards, and a page that is only looked at again does not.
 */
const keyOf = (id: string) => `till-waited:${id}`;

export function rememberWaiting(id: string) {
  try {
    sessionStorage.setItem(keyOf(id), "1");
  } catch {
    // storage is barred: going back by hand is left
  }
}

/** True once for a payment that this tab waited for. */
export function takeWaiting(id: string): boolean {
  try {
    const waited = sessionStorage.getItem(keyOf(id)) !== null;
    sessionStorage.removeItem(keyOf(id));
    return waited;
  } catch {
    return false;
  }
}
