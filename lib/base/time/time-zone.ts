/**
 * True for the name of an IANA time zone that this runtime knows (`Europe/Lisbon`, `UTC`); offsets are no zones. See
 * `storedZone`.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
