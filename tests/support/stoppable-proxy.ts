import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const NO_ANSWER_MS = 500;

/** The database of `target` seen through a machine that can stop to work, or vanish. */
export async function stoppableProxy(target: string) {
  const script = fileURLToPath(new URL("proxy-process.mjs", import.meta.url));
  const child = spawn(process.execPath, [script, new URL(target).port], { stdio: ["pipe", "pipe", "inherit"] });
  const held = new Set<Socket>();
  onTestFinished(async () => {
    for (const socket of held) socket.destroy();
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("the proxy has ended")));
  const [port] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as [string];
  ended.catch(() => {});
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
