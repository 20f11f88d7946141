import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { ask, type RunningService, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

/** Our own test settings would lead the operator's command to another database. */
const OURS = /^(DATABASE_URL|ENCRYPTION_KEY|APP_URL|RATE_LIMIT|VITEST|NODE_ENV|LOG_LEVEL|PORT)/;

describe.skipIf(process.platform === "win32")("the README's first payment", () => {
  it("goes as written, from the merchant to the webhook", async () => {
    const [receiver, ...steps] = blocks();
    expect(steps).toHaveLength(3);
    const service = await startService({ hasOwnPostgres: true });
    const hooks = await freePort();
    const shell = shellOf(service, hooks);

    const received = shell(receiver as string);
    await waitFor("the receiver to listen", () => isTaken(hooks));
    const typed = shell(steps.join("\n"));
    expect(await typed.ended, typed.output()).toBe(0);

    const page = /Open (\S+\/pay\/([0-9a-f-]{36}))/.exec(typed.output());
    expect((await fetch(page?.[1] as string)).status).toBe(200);
    expect((await ask(service, `/api/v1/intent-status?id=${page?.[2]}`)).json).toMatchObject({ status: "paid" });
    expect(typed.output()).toMatch(/"sandbox": "svc_test_\w{38}"/);
    expect(typed.output()).toMatch(/"webhook_secret": "whsec_/);
    await waitFor("both webhooks", () => received.output().trim().split("\n").length === 2);
    for (const event of ["intent.created", "payment.success"]) {
      expect(received.output()).toContain(`${event} {"event":"${event}","intent_id":"${page?.[2]}"`);
    }
  });
});

/** The shell blocks of the chapter: the receiver's, then what is typed in the next terminal. */
function blocks(): string[] {
  const chapter = /^## First payment\n(.*?)^## /ms.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  return [...chapter.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] as string);
}

/** Runs a block as if typed in a terminal, with this run's service, data and port in place of the README's. */
function shellOf({ url, dataDir }: RunningService, hooks: number) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const env: NodeJS.ProcessEnv = { ...inherited, NODE_ENV: "production", DATA_DIR: dataDir };
  return (block: string) => {
    const text = block.replaceAll("http://localhost:3000", url).replaceAll("8080", String(hooks));
    // input that is a socket makes bash read the start-up files of remote shells, which may say things of their own
    const child = spawn("bash", ["--norc", "-euc", text], { env, detached: true });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
      });
    }
    onTestFinished(() => {
      if (child.pid && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    return { output: () => output, ended };
  };
}

/** Connects and says nothing: the receiver prints a line for every request. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "localhost", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
