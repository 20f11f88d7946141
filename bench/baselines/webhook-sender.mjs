// undici alone: signs and posts the lines of a file in turn over 64 connections.
// Arguments: URL, file with one body a line. Each message is a number of seconds, answered with posts per second.
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "undici";

const CONNECTIONS = 64;
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";

const [url, file] = process.argv.slice(2);
const bodies = readFileSync(file, "utf8").trimEnd().split("\n");
const dispatcher = new Agent({ connections: CONNECTIONS });

async function post(body) {
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-service-signature": createHmac("sha256", SECRET).update(body).digest("hex"),
      "x-service-event": "payment.success",
      "x-service-event-id": randomUUID(),
      "x-service-environment": "sandbox",
      "x-service-livemode": "false",
    },
  });
  await answer.dump();
  if (statusCode !== 200) throw new Error(`the receiver answered ${statusCode}`);
}

async function postFor(seconds) {
  const started = performance.now();
  let posted = 0;
  const work = async () => {
    while (performance.now() - started < seconds * 1_000) await post(bodies[posted++ % bodies.length]);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { perSecond: posted / ((performance.now() - started) / 1_000) };
}

process.on("disconnect", () => process.exit());
process.on("message", async (seconds) => process.send(await postFor(seconds)));
