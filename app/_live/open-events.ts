/** The server's events from an address; null where a browser has none or a policy bars them: then pages ask instead. */
export function openEvents(address: string): EventSource | null {
  try {
    return new EventSource(address);
  } catch {
    return null;
  }
}
