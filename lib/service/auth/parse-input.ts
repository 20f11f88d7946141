import { z } from "zod";
import { plainIssue } from "@/lib/base/values/input-errors";
import { findUnstorable, NOT_STORABLE } from "@/lib/base/values/storable-text";

/**
 * Parses what a form or one of our pages sends. Text that the database can't store is refused in any field, also in
 * those whose schema doesn't care. Throws a `ZodError` with messages for the person who typed it.
 */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.parse(input, { error: plainIssue });
  const path = findUnstorable(parsed);
  if (path) throw new z.ZodError([{ code: "custom", path, message: NOT_STORABLE, input }]);
  return parsed;
}
