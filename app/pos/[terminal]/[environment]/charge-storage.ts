import { parseStoredCharge, type StoredCharge, storedText } from "@/lib/payments/pos/stored-charge";
import { readStored, writeStored } from "./device-storage";

export function readStoredCharge(at: string): StoredCharge | null {
  return parseStoredCharge(readStored(nameOf(at)));
}

/** Falls back to memory where the browser stores nothing. */
export function writeStoredCharge(at: string, stored: StoredCharge | null): void {
  writeStored(nameOf(at), stored && storedText(stored));
}

function nameOf(at: string) {
  return `till:${at}:charge`;
}
