const inMemory = new Map<string, string>();

/** A text stored on the device, or in memory until the page closes where the browser stores nothing; null for none. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? inMemory.get(name) ?? null;
  } catch {
    return inMemory.get(name) ?? null;
  }
}

/** Stores a text on the device and in memory; null removes it. Never throws. */
export function writeStored(name: string, text: string | null): void {
  if (text === null) inMemory.delete(name);
  else inMemory.set(name, text);
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // private window or full disk: kept in memory until the page closes
  }
}
