import type { Route } from "next";

/** Any origin serves to resolve a path: one that ends up elsewhere is not ours. */
const HERE = "http://here.invalid";

/** Where to go after signing in. `wanted` is untrusted: anything but a page of this site becomes the dashboard. */
export function ownPath(wanted: unknown): Route {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || !URL.canParse(wanted, HERE)) return "/dashboard";
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  // `/.//evil.example` resolves on our origin, but its path would open another site
  const own = origin === HERE && !pathname.startsWith("//");
  if (!own || /^\/(api|sign-in|sign-up)(\/|$)/.test(pathname)) return "/dashboard";
  return `${pathname}${search}${hash}` as Route;
}
