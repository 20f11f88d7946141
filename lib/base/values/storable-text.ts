/** Halves of surrogate pairs without their other half, which aren't characters. */
const UNPAIRED = /\p{Cs}/u;

export const NOT_STORABLE = "This text contains a character that can't be stored. Type it again instead of pasting it.";

/**
 * Whether PostgreSQL can store a text and return it unchanged. It refuses NUL, and an unpaired surrogate isn't valid in
 * UTF-8: `jsonb` refuses it, and `text` receives another character in its place.
 */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && !UNPAIRED.test(text);
}

type Path = (string | number)[];

/** The path to the first text in a value, names of members included, that can't be stored; null if all can. */
export function findUnstorable(value: unknown, path: Path = []): Path | null {
  if (typeof value === "string") return isStorable(value) ? null : path;
  if (Array.isArray(value))
    return firstOf(
      value.map((one, index) => [index, one]),
      path,
    );
  if (value === null || typeof value !== "object" || !isPlain(value)) return null;
  return firstOf(Object.entries(value), path);
}

function firstOf(members: [string | number, unknown][], path: Path): Path | null {
  for (const [name, member] of members) {
    const within = [...path, name];
    const found = typeof name === "string" && !isStorable(name) ? within : findUnstorable(member, within);
    if (found) return found;
  }
  return null;
}

/** Files and other classes hold bytes, not text. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
