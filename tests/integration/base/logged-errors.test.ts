import { Redis } from "@upstash/redis";
import IoRedis from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { database } from "@/lib/base/db/client";
import { loggedError } from "@/lib/base/process/log";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startRawReceiver, startReceiver } from "@/tests/support/receiver";

it("the log says what PostgreSQL refused, without the row or the text that it was about", async () => {
  const { sql } = database();
  const { merchantId } = await createMerchantFixture();
  const refused = [
    sql`select ${'{"order": "secret \\ud800"}'}::text::jsonb`,
    sql`update merchants set created_at = null, name = 'secret' where id = ${merchantId}`,
  ];
  const errors = await Promise.all(refused.map((statement) => statement.catch((error: Error) => error)));
  expect(errors.map((error) => JSON.stringify(error))).toEqual([
    expect.stringContaining("secret"),
    expect.stringContaining("secret"),
  ]);
  const lines = errors.map((error) => JSON.stringify(loggedError(error)));
  for (const line of lines) expect(line).not.toContain("secret");
  expect(lines[0]).toContain("invalid input syntax for type json");
  expect(lines[1]).toContain("merchants");
});

it("the log says what Redis refused, without the password, also where the error is part of another", async () => {
  const server = await startRawReceiver((socket) => socket.write("-WRONGPASS invalid pair\r\n"));
  const redis = new IoRedis(`redis://:secret@127.0.0.1:${server.port}`, {
    protocol: 2,
    lazyConnect: true,
    retryStrategy: () => null,
  });
  onTestFinished(() => redis.disconnect());
  const refused = new Promise<Error>((resolve) => redis.on("error", resolve));
  await redis.connect().catch(() => {});
  const error = await refused;
  expect(JSON.stringify(error)).toContain("secret");
  const around = Object.assign(new AggregateError([error]), { earlier: error });
  for (const line of [error, around].map((one) => JSON.stringify(loggedError(one)))) {
    expect(line).toContain("WRONGPASS");
    expect(line).not.toContain("secret");
  }
});

it("the log says what Upstash refused, without the key that was counted", async () => {
  const rest = await startReceiver((_request, response) => response.writeHead(400).end('{"error": "ERR no space"}'));
  const redis = new Redis({ url: new URL(rest.url).origin, token: "token", enableTelemetry: false, retry: false });
  const error = await redis.eval("return 1", ["till:signInAccount:secret@example.com"], []).catch((one: Error) => one);
  expect(String(error)).toContain("secret");
  const logged = loggedError(new Error("the limit", { cause: error })) as Error;
  expect(logged.message).toBe("the limit: ERR no space");
  expect(JSON.stringify(logged)).not.toContain("secret");
});
