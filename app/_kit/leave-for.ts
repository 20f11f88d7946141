/**
 * Goes to another page by a full load, without what this one keeps in memory; with `replace`, without this one in the
 * history. Never resolves: the button that awaits it stays busy until the next page is there, and ignores a second
 * press.
 */
export function leaveFor(href: string, how: "assign" | "replace" = "assign"): Promise<never> {
  window.location[how](href);
  return new Promise(() => {});
}
