import type { Route } from "next";

/** A merchant and an environment, which every dashboard address contains. */
export type DashboardParams = { merchant: string; environment: "sandbox" | "live" };

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

/**
 * `/dashboard/<merchant>/<environment>`, and below it a section with further parts, as in
 * `pathTo(dashboard, "payments", id)`.
 */
export function pathTo(dashboard: DashboardParams, section?: Section | "welcome" | "keypad", ...rest: string[]): Route {
  return ["/dashboard", dashboard.merchant, dashboard.environment, ...(section ? [section, ...rest] : [])].join(
    "/",
  ) as Route;
}

/** The path of a terminal's keypad, for signed-in members and devices alike. */
export function keypadPath(terminalId: string, environment: DashboardParams["environment"]): Route {
  return `/pos/${terminalId}/${environment}` as Route;
}

type Query = Record<string, string | string[] | null | undefined>;

/** A path with a query: lists repeat their name, null and undefined leave it out. */
export function withQuery(path: Route, query: Query): Route {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return (pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`) as Route;
}
