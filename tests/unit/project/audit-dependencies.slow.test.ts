import { execFile } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";

type Advisories = Record<string, string>;

/** A registry that knows advisories for these packages, by severity; null: it answers no such question. */
async function startRegistry(advisories: Advisories | null): Promise<string> {
  const server = http.createServer(async (request, response) => {
    if (request.method !== "POST" || !advisories) return response.writeHead(405).end();
    const asked = await bodyOf(request);
    const known = Object.entries(advisories).filter(([name]) => name in asked);
    const answer = known.map(([name, severity], id) => {
      const title = `Trouble in ${name}`;
      return [
        name,
        [{ id: id + 1, url: `https://advisories.example/${name}`, title, severity, vulnerable_versions: "*" }],
      ];
    });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(Object.fromEntries(answer)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function bodyOf(request: http.IncomingMessage): Promise<object> {
  if (request.headers["content-encoding"] !== "gzip") return (await json(request)) as object;
  const chunks = await request.toArray();
  return JSON.parse(gunzipSync(Buffer.concat(chunks)).toString());
}

async function audit(registry: string) {
  const env = { ...process.env, npm_config_registry: registry, npm_config_update_notifier: "false" };
  return promisify(execFile)(process.execPath, ["scripts/audit.mjs"], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code: code as number, said: String(stdout) }),
  );
}

describe("the audit of dependencies", () => {
  it("fails for a high advisory in a package that the service runs with, and names it first", async () => {
    const { code, said } = await audit(await startRegistry({ next: "high", react: "low", vitest: "critical" }));
    expect(code).toBe(1);
    expect(said.split("\n").slice(1)).toEqual([
      "UPDATE NOW: vulnerable packages that the service runs with",
      "  high: next *: Trouble in next",
      "    https://advisories.example/next",
      "  low: react *: Trouble in react",
      "    https://advisories.example/react",
      "In packages that only builds and tests use:",
      "  critical: vitest *: Trouble in vitest",
      "    https://advisories.example/vitest",
      "",
    ]);
  });

  it("passes with harmless ones, and with any in what only tests use, and shows them", async () => {
    const { code, said } = await audit(await startRegistry({ react: "moderate", vitest: "critical" }));
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^No high or critical[^!]+moderate: react[^!]+critical: vitest/),
    ]);
  });

  it.each([
    ["answers no such question", () => startRegistry(null)],
    ["doesn't answer", async () => "http://127.0.0.1:9/"],
  ])("passes where the registry %s, and says so", async (_, registry) => {
    expect(await audit(await registry())).toEqual({
      code: 0,
      said: "Dependencies were not audited: no registry answered that knows advisories.\n",
    });
  });
});
