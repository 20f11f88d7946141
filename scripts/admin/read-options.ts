import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { readSecretFile } from "@/lib/base/process/env";
import { plainIssue } from "@/lib/base/values/input-errors";
import { type BareCommand, type Command, Flag } from "@/scripts/admin/command";

/** Invalid input from the command line: shown without a stack trace, exit code 2. */
export class UsageError extends Error {}

type Options = Command["options"];
type Given = Record<string, unknown>;
type Reading = {
  root: string;
  /** lets a person type a secret that isn't among the arguments, where others would see it; null: no one is there */
  ask: ((label: string) => Promise<string>) | null;
};

/** Options whose value may be in a file instead, or typed: those with a sister whose name ends in `-file`. */
export function secretsOf(options: Options): string[] {
  return Object.keys(options).filter((name) => `${name}-file` in options);
}

/** Parses a command's arguments. Error: `UsageError`; `EnvError` for a file that can't be read. */
export async function readOptions(
  { options }: Pick<Command | BareCommand, "options">,
  args: string[],
  { root, ask }: Reading,
): Promise<Given> {
  const given = fillFromFiles(options, parse(options, args), root);
  const missing = secretsOf(options).filter((name) => given[name] === undefined);
  const faults = faultsOf(options, given);
  // a person types only once the other options are right
  const isAsked = ask !== null && missing.length > 0 && faults.every(({ option }) => missing.includes(option));
  if (isAsked) for (const name of missing) given[name] = await ask(labelOf(name));
  const lines = (isAsked ? faultsOf(options, given) : faults).map(({ line }) => line);
  if (lines.length > 0) throw new UsageError(lines.join("\n"));
  return z.object(options).parse(given);
}

function parse(options: Options, args: string[]): Given {
  const known = Object.entries(options).map(([name, schema]) => {
    return [name, { type: schema === Flag ? ("boolean" as const) : ("string" as const) }];
  });
  try {
    return parseArgs({ args, options: Object.fromEntries(known), strict: true }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function fillFromFiles(options: Options, given: Given, root: string): Given {
  const filled = { ...given };
  for (const name of secretsOf(options)) {
    const file = given[`${name}-file`];
    if (typeof file !== "string") continue;
    if (given[name] !== undefined) throw new UsageError(`Give --${name} or --${name}-file, not both.`);
    filled[name] = readSecretFile(`--${name}-file`, path.resolve(root, file));
  }
  return filled;
}

function faultsOf(options: Options, given: Given): { option: string; line: string }[] {
  const parsed = z.object(options).safeParse(given, { error: plainIssue });
  return (parsed.error?.issues ?? []).map((issue) => {
    const option = String(issue.path[0]);
    return { option, line: `--${option}${given[option] === undefined ? " is missing" : `: ${issue.message}`}` };
  });
}

const labelOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
