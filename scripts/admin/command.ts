import { z } from "zod";
import type { Database } from "@/lib/base/db/client";

/** The options of a command, parsed before anything is opened. */
type Options = Record<string, z.ZodType>;

export type Command = {
  what: string;
  options: Options;
  /** migrates the schema first; every other command refuses an older schema */
  migrates?: boolean;
  /** cleans up and ends when the signal aborts; others are left as they are */
  cleansUp?: boolean;
  run(db: Database, options: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
};

/**
 * A command that opens what it needs itself, and so also works without a database. It cleans up and ends when the
 * signal aborts.
 */
export type BareCommand = Pick<Command, "what" | "options"> & {
  runBare(root: string, options: Record<string, unknown>, signal: AbortSignal): Promise<unknown>;
};

/** Ties the type of `run`'s options to their schemas. */
export function command<O extends Options>(definition: {
  what: string;
  options: O;
  migrates?: boolean;
  cleansUp?: boolean;
  run(db: Database, options: z.infer<z.ZodObject<O>>, signal: AbortSignal): Promise<unknown>;
}): Command {
  return definition as unknown as Command;
}

/** As `command`, for one without a database. */
export function bareCommand<O extends Options>(definition: {
  what: string;
  options: O;
  runBare(root: string, options: z.infer<z.ZodObject<O>>, signal: AbortSignal): Promise<unknown>;
}): BareCommand {
  return definition as unknown as BareCommand;
}

export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

export const Text = z.string().min(1);

/** An option without a value. */
export const Flag = z.boolean().default(false);
