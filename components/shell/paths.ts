import type { Route } from "next";

/** A merchant and an environment, which every dashboard address contains. */
export type Scope = { merchant: string; environment: "sandbox" | "live" };

export const SECTIONS = [
  "payments",
  "terminals",
  "settlement",
  "webhooks",
  "reports",
  "developers",
  "settings",
] as const;
export type Section = (typeof SECTIONS)[number];

/** `/dashboard/<merchant>/<environment>`, and below it a section with further parts: `pathTo(place, "payments", id)`. */
export function pathTo(scope: Scope, section?: Section, ...rest: string[]): Route {
  return ["/dashboard", scope.merchant, scope.environment, ...(section ? [section, ...rest] : [])].join("/") as Route;
}
