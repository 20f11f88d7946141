import { parse } from "lossless-json";
import { type RateWay, readRate } from "@/lib/payments/prices/rate";

/** What a rate URL answers. Pure, and without floats: a JSON number is read from its text. */

/** Why an answer brings no rate. */
export type RateFailure = "status" | "not_json" | "not_found" | "not_a_rate" | "too_old" | "unreachable" | "too_large";

export type RateQuestion = {
  /** RFC 6901, to a number or text */
  pointer: string;
  way: RateWay;
  /** to the time of the rate: ISO 8601, or seconds or milliseconds since 1970; null: the answer's own time counts */
  timePointer: string | null;
  maxAgeSeconds: number;
};

/** The rate in a response with status 200, and the moment that it is from. */
export function readRateResponse(
  text: string,
  { pointer, way, timePointer, maxAgeSeconds }: RateQuestion,
  now: Date,
): { rate: string; at: Date } | { failure: RateFailure } {
  const document = parseJson(text);
  if (document === undefined) return { failure: "not_json" };
  const value = valueAt(document, pointer);
  if (value === undefined) return { failure: "not_found" };
  const rate = typeof value === "string" ? readRate(value.trim(), way) : null;
  if (rate === null) return { failure: "not_a_rate" };
  const at = timePointer === null ? now : readTime(valueAt(document, timePointer));
  if (at === null) return { failure: "not_found" };
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > maxAgeSeconds * 1_000) return { failure: "too_old" };
  return { rate, at: ageMs < 0 ? now : at };
}

/** Whether text is a JSON pointer. */
export function isPointer(text: string): boolean {
  return text.length <= 500 && /^(?:\/(?:[^~/]|~[01])*)+$/.test(text);
}

/** Numbers as their text; undefined for what isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber: String });
  } catch {
    return undefined;
  }
}

function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

const MILLISECONDS_FROM = 100_000_000_000;

function readTime(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const number = /^\d{1,15}(?:\.\d+)?$/.test(value) ? Number(value) : null;
  const ms = number === null ? Date.parse(value) : number < MILLISECONDS_FROM ? number * 1_000 : number;
  return Number.isFinite(ms) ? new Date(ms) : null;
}
