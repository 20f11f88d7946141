import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial } from "node:net";
import IoRedis from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { resetEnv } from "@/lib/base/process/env";
import { log } from "@/lib/base/process/log";
import { limitShared } from "@/lib/service/api/limits/limit";
import { isStoreUnavailable } from "@/lib/service/api/limits/store-state";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { startReceiver } from "@/tests/support/receiver";
import { hasRedis, startRedis } from "@/tests/support/redis";
import { waitFor } from "@/tests/support/wait";

const isInstalled = hasRedis();
if (!isInstalled) {
  console.warn("SKIPPED: no redis-server on this machine, so the shared rate limits were not tried against one.");
}

const store = () => (globalThis as unknown as { __till: Map<string, unknown> }).__till;

const connect = vi.spyOn(IoRedis.prototype, "connect");

/** The process as it would be after a start with these settings: the connections of the one before are gone. */
function restartWith(settings: Record<string, string>) {
  for (const client of connect.mock.contexts as IoRedis[]) if (client.options.lazyConnect) client.disconnect();
  Object.assign(process.env, settings);
  resetEnv();
  for (const name of [...store().keys()].filter((key) => key.startsWith("limits."))) store().delete(name);
}

const outcome = (key: string) =>
  limitShared("demo", key).then(
    () => "ok",
    (error) => error.code as string,
  );

/** A busy machine may be too slow for the first requests, which are then counted in this process. */
const untilStoreCounts = () =>
  waitFor("the store to count", () => outcome(randomUUID()).then(() => !isStoreUnavailable()));

/** A stop of this machine is no store that hangs: its answers are waited for. */
function withoutDeadlines() {
  const later = globalThis.setTimeout;
  const patient = (run: () => void, ms?: number) => later(run, ms === 1_000 ? 300_000 : ms);
  const spy = vi.spyOn(globalThis, "setTimeout").mockImplementation(patient as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
}

/** Makes a server the replica of one that isn't there: it keeps its clients, and no longer writes for them. */
async function demote(port: number) {
  const redis = new IoRedis(port, "127.0.0.1");
  await redis.replicaof("127.0.0.1", await freePort());
  redis.disconnect();
}

describe.skipIf(!isInstalled)("limits in a Redis that several processes share", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(port);
    restartWith({ REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMIT_DEMO_PER_MINUTE: "5" });
    await untilStoreCounts();
  });

  afterAll(async () => {
    restartWith({});
    await redis.stop();
  });

  it("lets five through and refuses the sixth, with headers and a time to come back", async () => {
    withoutDeadlines();
    const headers = await limitShared("demo", "a");
    expect(headers).toMatchObject({
      "ratelimit-policy": '"demo";q=5;w=60',
      ratelimit: expect.stringMatching(/r=4;t=\d+/),
    });
    for (let i = 0; i < 4; i++) expect(await outcome("a")).toBe("ok");
    await expect(limitShared("demo", "a")).rejects.toMatchObject({
      code: "rate_limited",
      extra: { retryAfterSeconds: expect.any(Number) },
    });
    expect(await outcome("b")).toBe("ok");
  });

  it("allows five in any minute, wherever it begins, and says when the next one is allowed", async () => {
    withoutDeadlines();
    const clock = vi.spyOn(Date, "now");
    onTestFinished(() => clock.mockRestore());
    const start = Math.floor(Date.now() / 60_000) * 60_000 + 59_000;
    const at = async (seconds: number) => {
      clock.mockReturnValue(start + seconds * 1_000);
      return outcome("i");
    };
    // over the turn of the minute
    expect([await at(0), await at(0.1), await at(0.2), await at(2), await at(30)]).toEqual(Array(5).fill("ok"));
    for (const seconds of [31, 45, 59.9]) expect(await at(seconds)).toBe("rate_limited");
    clock.mockReturnValue(start + 59_900);
    await expect(limitShared("demo", "i")).rejects.toMatchObject({ extra: { retryAfterSeconds: 1 } });
    expect([await at(60.05), await at(60.1), await at(60.2)]).toEqual(["ok", "ok", "ok"]);
    expect(await at(61.9)).toBe("rate_limited");
    // one call of the minute before counts no longer than it should
    expect(await at(62)).toBe("ok");
  });

  it("counts on where another process stopped", async () => {
    withoutDeadlines();
    for (let i = 0; i < 5; i++) await outcome("c");
    restartWith({});
    await untilStoreCounts();
    expect(await outcome("c")).toBe("rate_limited");
  });

  it("works the same over Upstash's REST protocol", async () => {
    const plain = new IoRedis(port, "127.0.0.1");
    const rest = await startReceiver(async (request, response, body) => {
      expect(request.headers.authorization).toBe("Bearer rest-token");
      const [command, ...args] = (JSON.parse(body) as unknown[]).map(String);
      const answer = await plain.call(command as string, args).then(
        (result) => ({ result }),
        (error) => ({ error: String(error.message) }),
      );
      response.writeHead("error" in answer ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    });
    const settings = { UPSTASH_REDIS_REST_URL: new URL(rest.url).origin, UPSTASH_REDIS_REST_TOKEN: "rest-token" };
    withoutDeadlines();
    restartWith(settings);
    for (let i = 0; i < 5; i++) expect(await outcome("f")).toBe("ok");
    expect(await outcome("f")).toBe("rate_limited");
    expect(rest.requests.length).toBeGreaterThanOrEqual(6);
    plain.disconnect();
    for (const name of Object.keys(settings)) delete process.env[name];
    restartWith({});
  });

  it("a store that goes and comes back is told of once each time", async () => {
    const own = await freePort();
    let comesAndGoes = await startRedis(own);
    restartWith({ REDIS_URL: `redis://127.0.0.1:${own}` });
    await untilStoreCounts();
    const told: unknown[] = [];
    const warn = vi.spyOn(log(), "warn").mockImplementation((_facts, text) => told.push(text));
    const info = vi.spyOn(log(), "info").mockImplementation((text) => told.push(text));
    onTestFinished(async () => {
      warn.mockRestore();
      info.mockRestore();
      await comesAndGoes.stop();
      restartWith({ REDIS_URL: `redis://127.0.0.1:${port}` });
    });
    await comesAndGoes.stop();
    for (let i = 0; i < 4; i++) await outcome("h");
    comesAndGoes = await startRedis(own);
    await waitFor("the store to be back", () => told.includes("the rate limit store is available again"));
    await outcome("h");
    expect(told.slice(0, 2)).toEqual([
      "the rate limit store is unavailable; rate limits are counted in this process",
      "the rate limit store is available again",
    ]);
    // a busy machine may be too slow for the last request, which is told of too
    expect(told.filter((text, index) => text === told[index - 1])).toEqual([]);
  });

  it("a store that no longer writes for its clients is left for the one that took its place", async () => {
    const ports = [await freePort(), await freePort()] as const;
    const servers = [await startRedis(ports[0]), await startRedis(ports[1])] as const;
    const told: unknown[] = [];
    const warn = vi.spyOn(log(), "warn").mockImplementation((_facts, text) => told.push(text));
    const info = vi.spyOn(log(), "info").mockImplementation((text) => told.push(text));
    // the name of the store, which leads to the server that was promoted
    let [promoted, connections] = [ports[0], 0];
    const name = createServer((client) => {
      connections++;
      const server = dial(promoted, "127.0.0.1");
      client.on("error", () => {}).on("close", () => server.destroy());
      server.on("error", () => {}).on("close", () => client.destroy());
      client.pipe(server).pipe(client);
    });
    await once(name.listen(0, "127.0.0.1"), "listening");
    onTestFinished(async () => {
      warn.mockRestore();
      info.mockRestore();
      name.close();
      await Promise.all(servers.map((server) => server.stop()));
      restartWith({ REDIS_URL: `redis://127.0.0.1:${port}` });
    });
    restartWith({ REDIS_URL: `redis://127.0.0.1:${(name.address() as AddressInfo).port}` });
    await untilStoreCounts();
    told.length = 0;

    await demote(ports[0]);
    expect(await outcome("k")).toBe("ok");
    await waitFor("another connection", () => connections > 1);
    // still the old server: the new connection is none to the one that writes
    await waitFor("it to be asked", () => outcome("l").then(() => connections > 2));
    expect(told).toEqual(["the rate limit store is unavailable; rate limits are counted in this process"]);

    promoted = ports[1];
    await waitFor("the store to be back", () => outcome("m").then(() => !isStoreUnavailable()));
    expect(told.slice(1)).toEqual(["the rate limit store is available again"]);
  });

  it("a store that hangs or is gone never opens the gate", async () => {
    redis.signal("SIGSTOP");
    const hung = await Promise.all(Array.from({ length: 8 }, () => outcome("d")));
    redis.signal("SIGCONT");
    expect(hung.filter((one) => one === "ok").length).toBeLessThanOrEqual(5);
    await redis.stop();
    const gone: string[] = [];
    for (let i = 0; i < 8; i++) gone.push(await outcome("e"));
    expect(gone).toEqual(["ok", "ok", "ok", "ok", "ok", "rate_limited", "rate_limited", "rate_limited"]);
    redis = await startRedis(port);
  });
});
