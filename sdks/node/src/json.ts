/** A number with its original digits, which a double may not represent. */
export class JsonNumber {
  constructor(readonly digits: string) {}
}

export type Json = null | boolean | string | JsonNumber | Json[] | { [name: string]: Json };

/** Matches a whole string or a number in valid JSON. Strings come first, so that digits inside them aren't matched. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits. `JSON.parse` validates the text. Then every string and number is replaced with a
 * string whose first letter marks its type, and the text is parsed again. Throws the errors of `JSON.parse`.
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
  // fromEntries defines members, so that __proto__ is an ordinary member
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.slice(1), unmark(member)]));
}
