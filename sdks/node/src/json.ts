/** A number as it was written, since a double may not hold its digits. */
export class JsonNumber {
  constructor(readonly digits: string) {}
}

export type Json = null | boolean | string | JsonNumber | Json[] | { [name: string]: Json };

/** In valid JSON: a whole string, or a number. Strings come first, so that no digit inside one is taken. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing a digit of any number. `JSON.parse` checks the text; then every string and number becomes a
 * string that says by its first letter which it was, and is parsed again. Throws what `JSON.parse` throws.
 */
export function parseJson(text: string): Json {
  JSON.parse(text);
  const marked = text.replace(TOKEN, (token) => (token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`));
  return unmark(JSON.parse(marked));
}

function unmark(value: unknown): Json {
  if (typeof value === "string") return value.startsWith("n") ? new JsonNumber(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== "object" || value === null) return value as null | boolean;
  // fromEntries defines members, so that one named __proto__ is a member like any other
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.slice(1), unmark(member)]));
}
