import { ConfigurationError, InvalidRequestError } from "./errors.js";

type Given = { readonly [name: string]: string | number | undefined };

/** The parameters that were given, as text. */
export function queryOf(given: Given): Record<string, string> {
  const pairs = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]));
}

/** Text is passed on as it is. Error: `invalid_configuration` for a date that isn't one. */
export function timeOf(name: string, time: Date | string | undefined): string | undefined {
  if (time === undefined || typeof time === "string") return time;
  if (Number.isNaN(time.getTime())) throw new ConfigurationError(`${name} is not a valid Date.`);
  return time.toISOString();
}

/** An ID as a part of a path. Error: `invalid_id` for one that would make it another path. */
export function segmentOf(id: string): string {
  if (typeof id === "string" && !/^\.{0,2}$/.test(id)) return encodeURIComponent(id);
  throw new InvalidRequestError("id must be the ID of a result.", { code: "invalid_id" });
}
