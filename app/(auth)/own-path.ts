/** Any origin will do: a path that leaves it is not ours. */
const HERE = "http://here.invalid";

/**
 * Where to go after signing in, from an address that anybody may have written: a page of this service, in the form that
 * the browser itself would make of it, or the dashboard.
 */
export function ownPath(wanted: unknown): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || !URL.canParse(wanted, HERE)) return "/dashboard";
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  // `/.//evil.example` is on our origin, and its path is another's address
  const own = origin === HERE && !pathname.startsWith("//");
  if (!own || /^\/(api|sign-in|sign-up)(\/|$)/.test(pathname)) return "/dashboard";
  return pathname + search + hash;
}
