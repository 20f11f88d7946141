import type { Route } from "next";

/** The keypad of a terminal, for a member who is signed in as for a device. */
export function keypadPath(terminalId: string, environment: "sandbox" | "live"): Route {
  return `/pos/${terminalId}/${environment}` as Route;
}
