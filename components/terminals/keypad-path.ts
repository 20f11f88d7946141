import type { Route } from "next";

/** The address of a terminal's keypad, for signed-in members and devices alike. */
export function keypadPath(terminalId: string, environment: "sandbox" | "live"): Route {
  return `/pos/${terminalId}/${environment}` as Route;
}
