import type { Route } from "next";
import { type DashboardParams, pathTo, SECTIONS } from "./paths";

/** True when `href` is the page at `path` or a folder above it; the overview only when it is the page itself. */
export function isCurrent(path: string, href: string, overview: string): boolean {
  return path === href || (href !== overview && path.startsWith(`${href}/`));
}

/** The same section in another environment or merchant; not the same record, which does not exist there. */
export function samePageIn(other: DashboardParams, current: DashboardParams, path: string): Route {
  const below = path.slice(pathTo(current).length + 1).split("/")[0];
  const section = SECTIONS.find((one) => one === below);
  return pathTo(other, section);
}
