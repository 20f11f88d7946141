/** An event stream; null where the browser has none or a policy blocks it, so that the page must poll. */
export function openEvents(address: string): EventSource | null {
  try {
    return new EventSource(address);
  } catch {
    return null;
  }
}
