import { z } from "zod";
import type { Database } from "@/lib/db/client";

/** What an operator may type after the command's name: each option is parsed before anything is opened. */
type Options = Record<string, z.ZodType>;

export type Command = {
  what: string;
  options: Options;
  /** brings the schema up to date first; every other command refuses an older one */
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
