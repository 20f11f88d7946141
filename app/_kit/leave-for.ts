/**
 * Goes to another page by a full load, without what this one keeps in memory. Never resolves: the button that awaits it stays
 * busy until the next page is there, and ignores a second press.
 */
export function leaveFor(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise(() => {});
}
