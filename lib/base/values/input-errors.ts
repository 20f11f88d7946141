import type { z } from "zod";

/**
 * An input error for the person who typed it, for `parse`'s `error`; schemas override it where they can be more
 * specific.
 */
export function plainIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null ? REQUIRED : NOT_VALID;
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum));
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum));
    case "invalid_format":
      return FORMATS[issue.format] ?? NOT_VALID;
    default:
      return NOT_VALID;
  }
}

const REQUIRED = "This is required.";
const NOT_VALID = "This value is not valid.";
const FORMATS: Record<string, string> = {
  email: "Enter a valid email address.",
  url: "Enter a full URL, for example https://shop.example.",
  guid: "This is not a valid ID.",
  uuid: "This is not a valid ID.",
};

function tooSmall(origin: string, minimum: number): string {
  if (origin === "string") return minimum === 1 ? REQUIRED : `Enter at least ${minimum} characters.`;
  return origin === "array" || origin === "set" ? `Choose at least ${minimum}.` : `Enter ${minimum} or more.`;
}

function tooBig(origin: string, maximum: number): string {
  if (origin === "string") return `Enter no more than ${maximum} characters.`;
  return origin === "array" || origin === "set" ? `Choose no more than ${maximum}.` : `Enter ${maximum} or less.`;
}
