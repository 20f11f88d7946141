/** A range of IP addresses for a reader: one address without the length of its prefix. */
export function formatRange(range: string): string {
  return range.replace(range.includes(":") ? /\/128$/ : /\/32$/, "");
}
