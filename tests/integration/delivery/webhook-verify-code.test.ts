import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { secretVariable, verifyCode } from "@/components/webhooks/verify-code";
import { newWebhookSecret, serviceSignature } from "@/lib/delivery/events/sign";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { waitFor } from "@/tests/support/wait";

const GO = { GO111MODULE: "off", GOFLAGS: "", GOPROXY: "off", GOTOOLCHAIN: "local" };

type Run = {
  file: string;
  tool: string;
  run(port: number): string[];
  build?: string[];
  /** the status for a genuine event that can't be processed; null: no response */
  unreadable: number | null;
};

/** How each language's code is run in its folder; `build` comes first where there is one. */
const RUNS: Record<string, Run> = {
  node: {
    file: "receiver.mjs",
    tool: process.execPath,
    run: () => [process.execPath, "receiver.mjs"],
    unreadable: 500,
  },
  python: { file: "receiver.py", tool: "python3", run: () => ["python3", "receiver.py"], unreadable: null },
  php: {
    file: "receiver.php",
    tool: "php",
    // as without a php.ini
    run: (port) => ["php", "-n", "-d", "display_errors=1", "-S", `localhost:${port}`, "receiver.php"],
    unreadable: 500,
  },
  go: {
    file: "receiver.go",
    tool: "go",
    build: ["go", "build", "receiver.go"],
    run: () => ["./receiver"],
    // it only prints the bytes
    unreadable: 200,
  },
};

for (const [id, how] of Object.entries(RUNS)) {
  const missing = spawnSync(how.tool, [id === "go" ? "version" : "--version"]).error !== undefined;
  if (missing) console.warn(`\n*** ${how.tool} is missing: the ${id} code shown for an endpoint is NOT tested ***\n`);

  it.skipIf(missing)(`the ${id} code shown for an endpoint takes what is genuine and refuses the rest`, async () => {
    const port = await freePort();
    const url = `http://localhost:${port}/hooks/till?shop=1&x=%3E?>`;
    const variable = secretVariable("sandbox");
    const code = verifyCode({ url, variable }).find((language) => language.id === id)?.code ?? "";
    const secret = newWebhookSecret();
    startCode(how, code, port, { [variable]: secret });
    const body = '{"event":"test.ping","message":"Grüße"}';
    const post = (signature: string, sent = body) =>
      fetch(`http://localhost:${port}/hooks/till`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-service-signature": signature, "x-service-event-id": "1" },
        body: sent,
      }).then(
        (answer) => answer.status,
        () => null,
      );
    const genuine = serviceSignature(body, secret);
    await waitFor("the receiver to listen", () => post(genuine));
    expect(await post(genuine)).toBe(200);
    expect(await post(genuine, body.replace("ü", "u"))).toBe(401);
    expect(await post(serviceSignature(body, "whsec_other"))).toBe(401);
    expect(await post("")).toBe(401);
    // an event that can't be processed isn't acknowledged, so it is sent again
    const unreadable = '{"event":';
    expect(await post(serviceSignature(unreadable, secret), unreadable)).toBe(how.unreadable);
    expect(await post(genuine)).toBe(200);
  });

  it.skipIf(missing)(`the ${id} code shown for an endpoint accepts nothing without its secret`, async () => {
    const port = await freePort();
    const url = `http://localhost:${port}/hooks`;
    const code = verifyCode({ url, variable: secretVariable("sandbox") }).find((one) => one.id === id)?.code ?? "";
    const receiver = startCode(how, code, port, {});
    const body = '{"event":"payment.success"}';
    const headers = { "x-service-signature": serviceSignature(body, ""), "x-service-event-id": "1" };
    const post = () => fetch(url, { method: "POST", headers, body }).then(({ status }) => status);
    const result = await waitFor("an answer, or the end", () =>
      post().catch(() => (receiver.exitCode === null ? null : "ended")),
    );
    expect(result).toBe(id === "php" ? 500 : "ended");
  });
}

function startCode(how: (typeof RUNS)[string], code: string, port: number, variables: Record<string, string>) {
  const cwd = mkdtempSync(path.join(tmpdir(), "till-verify-"));
  writeFileSync(path.join(cwd, how.file), code);
  const env = { ...process.env, ...GO, ...variables };
  const [builder, ...parts] = how.build ?? ["true"];
  const built = spawnSync(builder as string, parts, { cwd, env, encoding: "utf8" });
  expect([built.status, built.stderr]).toEqual([0, ""]);
  const [tool = "", ...args] = how.run(port);
  const child: ChildProcess = spawn(tool, args, { cwd, env, stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(cwd, { recursive: true, force: true });
  });
  return child;
}
