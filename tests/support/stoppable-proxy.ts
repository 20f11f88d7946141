import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";

const NO_ANSWER_MS = 500;

/** The database of `target` seen through a machine that can stop to work, or vanish. */
export async function stoppableProxy(target: string) {
  const script = new URL("proxy-process.mjs", import.meta.url).pathname;
  const child = spawn(process.execPath, [script, new URL(target).port], { stdio: ["ignore", "pipe", "inherit"] });
  const held = new Set<Socket>();
  onTestFinished(async () => {
    for (const socket of held) socket.destroy();
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const [port] = (await once(createInterface(child.stdout), "line")) as [string];
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = port;
  const isAnswered = async () => {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    held.add(socket);
    return Promise.race([once(socket, "connect").then(() => true), setTimeout(NO_ANSWER_MS, false)]);
  };
  return {
    url: url.href,
    /** It answers nothing, but its system still takes connections. */
    stop: () => void child.kill("SIGSTOP"),
    goOn: () => void child.kill("SIGCONT"),
    /** Nor does its system. */
    async vanish() {
      child.kill("SIGSTOP");
      while (await isAnswered());
    },
  };
}
