/** How a field was shown, or what a form now says. */
type Value = string | number | null | readonly string[];

/**
 * The fields of a form that no longer have the value they were shown with. The others aren't sent: a colleague may have
 * changed them since. An emptied field is one of the changed ones; an empty text and null are the same.
 */
export function onlyChanged<Fields extends Record<string, Value>>(
  fields: Fields,
  shown: { [Name in keyof Fields]: Value },
): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => toText(value) !== toText(shown[name] ?? null));
  return Object.fromEntries(changed) as Partial<Fields>;
}

function toText(value: Value): string {
  return Array.isArray(value) ? [...value].sort().join() : String(value ?? "");
}
