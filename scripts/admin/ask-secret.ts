import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { EnvError } from "@/lib/base/process/env";
import { untilAborted } from "@/scripts/admin/interruption";

export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/**
 * Asks twice for a secret, which isn't shown while it is typed. The questions go to `output`, beside the command's
 * result. Error: `EnvError` when the two differ or the input ends, the signal's reason after Ctrl-C.
 */
export async function askSecret(label: string, { input, output }: Terminal, signal: AbortSignal): Promise<string> {
  const silent = new Writable({ write: (_text, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  // the terminal passes Ctrl-C on as a character while the lines are read
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    output.write(question);
    const { value, done } = await untilAborted(signal, () => typed.next());
    output.write("\n");
    if (done) throw new EnvError("No password was entered.");
    return value;
  };
  try {
    const secret = await ask(`${label}: `);
    if ((await ask(`${label} again: `)) === secret) return secret;
    throw new EnvError("The two passwords differ. Run the command again.");
  } finally {
    lines.close();
  }
}
