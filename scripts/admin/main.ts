import { z } from "zod";
import { describeFault } from "@/lib/base/db/describe-fault";
import { isDatabaseUnavailable } from "@/lib/base/db/unavailable";
import { adminCommand } from "@/lib/base/process/admin-command";
import { EnvError } from "@/lib/base/process/env";
import { isDomainError } from "@/lib/base/values/errors";
import { loadSettings, openService } from "@/lib/service/server/boot";
import { adoptRunning } from "@/lib/service/server/running";
import { askSecret } from "@/scripts/admin/ask-secret";
import { type BareCommand, type Command, Flag, isOptional } from "@/scripts/admin/command";
import { COMMANDS } from "@/scripts/admin/commands";
import { doctor } from "@/scripts/admin/doctor";
import { Interruption, untilAborted, watchSignals } from "@/scripts/admin/interruption";
import { readOptions, secretsOf, UsageError } from "@/scripts/admin/read-options";

const root = process.env.TILL_ROOT ?? process.cwd();

async function main(signal: AbortSignal): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  if (!name || name === "help" || name === "--help") return console.log(usage(COMMANDS));
  const command = COMMANDS[name];
  if (!command && name !== "doctor") throw new UsageError(`Unknown command: ${name}\n\n${usage(COMMANDS)}`);
  const options = command ? await optionsOf(name, command, rest, signal) : {};
  if (!command && rest.some((option) => option !== "--live")) {
    throw new UsageError(`doctor has one option: --live\n\n${usage(COMMANDS)}`);
  }
  loadSettings(root);
  adoptRunning(root);
  if (!command) return doctor(root, { live: rest.includes("--live"), signal });
  if ("runBare" in command) return print(await command.runBare(root, options, signal));
  const open = () => openService(root, { create: false, migrate: command.migrates ?? false });
  const service = await untilAborted(signal, open);
  try {
    const run = () => command.run(service.db, options, signal);
    print(await (command.cleansUp ? run() : untilAborted(signal, run)));
  } finally {
    await service.close();
  }
}

/** With the command's usage below what is wrong. */
function optionsOf(name: string, command: Command | BareCommand, args: string[], signal: AbortSignal) {
  const { stdin: input, stderr: output } = process;
  const ask = input.isTTY && output.isTTY ? (label: string) => askSecret(label, { input, output }, signal) : null;
  return readOptions(command, args, { root, ask }).catch((error) => {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${usage({ [name]: command })}`);
  });
}

/** Text as it is, everything else as JSON. */
function print(result: unknown): void {
  console.log(typeof result === "string" ? result : JSON.stringify(result, null, 2));
}

function usage(commands: Record<string, Command | BareCommand>): string {
  const lines = Object.entries(commands).map(([name, command]) => {
    const secrets = secretsOf(command.options);
    const options = Object.entries(command.options).map(([option, schema]) => {
      const given = schema === Flag ? `--${option}` : `--${option} …`;
      return isOptional(schema) || secrets.includes(option) ? `[${given}]` : given;
    });
    return `  ${[name, ...options].join(" ")}\n      ${command.what}`;
  });
  if (commands === COMMANDS)
    lines.push(
      "  doctor [--live]\n      Checks everything that the service needs and says what to do. With --live, also what real money needs.",
    );
  return `${adminCommand("<command>")} [options]\n\n${lines.join("\n")}`;
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n");
  }
  if (isDomainError(error)) return `${error.code}: ${error.message}`;
  if ([UsageError, EnvError, Interruption].some((kind) => error instanceof kind)) return (error as Error).message;
  const lost = process.env.DATABASE_URL && isDatabaseUnavailable(error) ? describeFault(error, "DATABASE_URL") : null;
  if (lost) return lost;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const signal = watchSignals();
main(signal).then(
  () => process.exit(process.exitCode ?? 0),
  (error) => {
    console.error(explain(error));
    const { reason } = signal;
    process.exit(reason instanceof Interruption ? reason.exitCode : error instanceof UsageError ? 2 : 1);
  },
);
