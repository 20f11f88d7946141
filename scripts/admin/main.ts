import { parseArgs } from "node:util";
import { z } from "zod";
import { EnvError } from "@/lib/env";
import { isDomainError } from "@/lib/errors";
import { loadSettings, openService } from "@/lib/server/boot";
import { COMMANDS, type Command } from "@/scripts/admin/commands";
import { doctor } from "@/scripts/admin/doctor";

const root = process.env.TILL_ROOT ?? process.cwd();

/** What the caller typed is wrong: shown without a stack, exit code 2. */
class UsageError extends Error {}

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || name === "help" || name === "--help") return console.log(usage());
  loadSettings(root);
  if (name === "doctor") return doctor(root);
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command ${name}.\n\n${usage()}`);
  const options = readOptions(command, rest);
  const service = await openService(root, (line) => console.error(line));
  try {
    const result = await command.run(service.db, options);
    console.log(JSON.stringify(result, null, 2));
  } finally {
    await service.close();
  }
}

function readOptions(command: Command, args: string[]): Record<string, string> {
  const known = Object.fromEntries(Object.keys(command.options).map((name) => [name, { type: "string" as const }]));
  let values: Record<string, string | undefined>;
  try {
    ({ values } = parseArgs({ args, options: known, strict: true }));
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage()}`);
  }
  const missing = Object.entries(command.options).filter(([name, need]) => need === "required" && !values[name]);
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.map(([name]) => `--${name}`).join(", ")}\n\n${usage()}`);
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => {
    const options = Object.entries(command.options).map(([option, need]) =>
      need === "required" ? `--${option} …` : `[--${option} …]`,
    );
    return `  ${name} ${options.join(" ")}\n      ${command.what}`;
  });
  return `npm run --silent admin -- <command> [options]\n\n${lines.join("\n")}\n  doctor\n      Checks database, clock, migrations, jobs, disk and APP_URL.`;
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n");
  if (isDomainError(error)) return `${error.code}: ${error.message}`;
  if (error instanceof UsageError || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().then(
  () => process.exit(process.exitCode ?? 0),
  (error) => {
    console.error(explain(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
