import { z } from "zod";
import type { Database } from "@/lib/db/client";

/** The options of a command, parsed before anything is opened. */
type Options = Record<string, z.ZodType>;

export type Command = {
  what: string;
  options: Options;
  /** migrates the schema first; every other command refuses an older schema */
  migrates?: boolean;
  run(db: Database, options: Record<string, unknown>): Promise<unknown>;
};

/** Ties the type of `run`'s options to their schemas. */
export function command<O extends Options>(definition: {
  what: string;
  options: O;
  migrates?: boolean;
  run(db: Database, options: z.infer<z.ZodObject<O>>): Promise<unknown>;
}): Command {
  return definition as unknown as Command;
}

export function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

export const Text = z.string().min(1);
