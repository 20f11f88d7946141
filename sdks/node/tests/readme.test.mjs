import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHmac, randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { client, control, proxy, scripted, serve, service, vectors, waitFor } from "./support.mjs";

const readme = fileURLToPath(new URL("../readme/", import.meta.url));
// an earlier test may have rotated the secret of the shop's endpoint: these have a shop of their own
const shop = await ownShop();

async function ownShop() {
  const port = await freePort();
  const made = await control(
    "admin",
    "create-merchant",
    "--name",
    "Corner Shop",
    "--terminal",
    "Front desk",
    "--email",
    `${Math.random()}@example.com`,
    "--password",
    "a long pass phrase",
    "--webhook-url",
    `http://127.0.0.1:${port}/hooks`,
  );
  const env = { TILL_URL: service.url, TILL_API_KEY: made.keys.sandbox, TILL_WEBHOOK_SECRET: made.webhook_secret };
  return { port, env, till: client({ apiKey: made.keys.sandbox }) };
}

/** A free port outside the range that systems choose from, so that nothing takes it while no program listens there. */
async function freePort() {
  const port = randomInt(11_000, 20_000);
  const probe = net.createServer().listen(port, "127.0.0.1");
  const isFree = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? port : freePort();
}

/** Runs one of the README's programs as it stands, on this run's port, with what the README tells its reader to set. */
function run(context, name, options = [], variables = {}) {
  const file = path.join(readme, name);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("8080", String(shop.port)));
  const child = spawn(process.execPath, [...options, file], {
    env: { ...process.env, ...shop.env, ...variables },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve) => child.once("close", resolve));
  context.after(() => {
    child.kill("SIGKILL");
    return ended;
  });
  return { output: () => output, ended, isRunning: () => child.exitCode === null };
}

const pay = async () => {
  const { id } = await shop.till.intents.create({ amountUsdt: "12.50" });
  await shop.till.sandbox.simulate(id);
  return id;
};

const PAYS_AT = /The customer pays at \S+\/pay\/([0-9a-f-]{36})\n/;

test("the quick start goes as written, to a verified payment.success", async (context) => {
  const program = run(context, "shop.mjs");
  await waitFor("all three lines", () => program.output().split("\n").length > 3 || !program.isRunning());
  assert.match(program.output(), PAYS_AT);
  const [, id] = PAYS_AT.exec(program.output());
  assert.ok(program.output().includes(`Verified payment.success: 12.5 USDT for ${id}\n`), program.output());
  assert.ok(program.output().includes("The intent is paid\n"));

  const forged = await fetch(`http://127.0.0.1:${shop.port}/hooks`, {
    method: "POST",
    body: '{"event":"payment.success"}',
  });
  assert.equal(forged.status, 401);
});

/** Makes a program fail at its own work: what it prints of a genuine event. */
const FAILS_AT_WORK = `--import=data:text/javascript,${encodeURIComponent(`
  const print = console.log;
  console.log = (text) => {
    if (/^(Verified|Paid)/.test(text)) throw new Error("The shelf is empty.");
    print(text);
  };`)}`;

/** Sends a genuine event, signed as the service signs. */
async function sendGenuine() {
  const secret = shop.env.TILL_WEBHOOK_SECRET;
  const [id, timestamp] = [randomUUID(), Math.floor(Date.now() / 1_000)];
  const event = vectors("events").events.find((one) => one.event.type === "payment.success").body;
  const standard = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"));
  const answer = await fetch(`http://127.0.0.1:${shop.port}/hooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-service-signature": createHmac("sha256", secret).update(event).digest("hex"),
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": `v1,${standard.update(`${id}.${timestamp}.${event}`).digest("base64")}`,
    },
    body: event,
  });
  return answer.status;
}

const express = find("express");
for (const name of ["shop.mjs", "express.mjs"]) {
  test(`a failure of the shop's own is a 500 in ${name}, so that the event comes again`, {
    skip: name === "express.mjs" && !express ? "express is not installed" : false,
  }, async (context) => {
    const program = run(context, name, [FAILS_AT_WORK]);
    await waitFor("the shop to listen", () => fetch(`http://127.0.0.1:${shop.port}/`).catch(() => null));
    assert.equal(await sendGenuine(), 500);
    await waitFor("the error in the log", () => program.output().includes("The shelf is empty."));
  });
}

test("a client that disconnects while it sends doesn't end shop.mjs", async (context) => {
  const program = run(context, "shop.mjs");
  await waitFor("the shop to listen", () => fetch(`http://127.0.0.1:${shop.port}/`).catch(() => null));
  const sender = net.connect(shop.port, "127.0.0.1", () => {
    sender.write("POST /hooks HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{", () => sender.destroy());
  });
  await waitFor("the shop to notice", () => program.output().includes("aborted"));
  assert.equal(await sendGenuine(), 200);
  assert.ok(program.isRunning());
});

test("the Express program takes what is genuine", {
  skip: express ? false : "express is not installed",
}, async (context) => {
  const program = run(context, "express.mjs");
  await waitFor("Express to listen", () => fetch(`http://127.0.0.1:${shop.port}/`).catch(() => null));
  const id = await pay();
  await waitFor("the payment", () => program.output().includes(`Paid: ${id}\n`));
  const headers = { "content-type": "application/json" };
  const forged = await fetch(`http://127.0.0.1:${shop.port}/hooks`, { method: "POST", headers, body: "{}" });
  assert.equal(forged.status, 401);
});

function find(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    console.warn(`\n*** ${name} is not installed: the README's program with it is NOT tested ***\n`);
    return null;
  }
}

test("the program with a proxy sends its calls through the one that the environment names", {
  skip: find("undici") ? false : "undici is not installed",
}, async (context) => {
  const { url, asked } = await proxy(context);
  const { host } = new URL(service.url);
  for (const [bypassed, expected] of [
    ["", [host]],
    [host, []],
  ]) {
    asked.length = 0;
    const program = run(context, "proxy.mjs", [], { http_proxy: url, no_proxy: bypassed });
    assert.equal(await program.ended, 0, program.output());
    assert.equal(program.output(), "pending\n");
    assert.deepEqual(asked, expected);
  }
});

test("the route handler for Next takes what is genuine", async (context) => {
  Object.assign(process.env, shop.env);
  const { POST } = await import(pathToFileURL(path.join(readme, "route.mjs")).href);
  const answers = [];
  await serve(
    context,
    async (incoming, response, body) => {
      const request = new Request("http://shop.example/hooks", { method: "POST", headers: incoming.headers, body });
      const { status } = await POST(request);
      answers.push({ status, event: incoming.headers["x-service-event"], body: String(body) });
      response.writeHead(status).end();
    },
    shop.port,
  );
  const id = await pay();
  const seen = () => answers.find(({ event, body }) => event === "payment.success" && body.includes(id));
  assert.equal((await waitFor("payment.success", seen)).status, 204);
  assert.equal((await POST(new Request("http://shop.example/hooks", { method: "POST", body: "{}" }))).status, 401);
});

test("the program that asks for money does what its comments say, also the second time", async (context) => {
  for (let time = 0; time < 2; time++) {
    const program = run(context, "ask.mjs");
    assert.equal(await program.ended, 0, program.output());
    const [amounts, refusal, pending, cancelled, sales] = program.output().split("\n");
    assert.equal(amounts, "12.5 12500000n");
    assert.match(refusal, /six decimals/);
    assert.equal(pending, "still pending");
    assert.equal(cancelled, "cancelled");
    assert.match(sales, /^\d+ \d+(\.\d+)?$/);
  }
});

/** Runs a program against a server that gives these answers in turn. */
async function runScripted(context, name, answers, isDone) {
  const { till, ...server } = await scripted(context, answers);
  const program = run(context, name, [], { TILL_URL: server.baseUrl });
  await waitFor(name, () => isDone(server.requests) || !program.isRunning());
  return { program, requests: server.requests };
}

test("the program that reads what was missed stores its place and goes on from there", async (context) => {
  const { answers, events } = vectors("feed").listens[0];
  const isDone = (requests) => requests.length > answers.length;
  const { program, requests } = await runScripted(context, "missed.mjs", answers, isDone);
  assert.equal(program.output(), "Paid: 6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11\n".repeat(events.length));
  assert.equal(requests[0].query.after, undefined);
  const again = await runScripted(context, "missed.mjs", [], (asked) => asked.length === 1);
  assert.equal(again.requests[0].query.after, "c3");
});

test("the program that finds intents lists all of them, then one page", async (context) => {
  const { answers, ids } = vectors("pages").lists.find(({ name }) => name === "an empty page in between");
  const { program, requests } = await runScripted(context, "find.mjs", [...answers, answers[0]], () => false);
  assert.equal(await program.ended, 0, program.output());
  assert.equal(program.output(), `${ids.map((id) => `${id} pending 0\n`).join("")}1 c1\n`);
  assert.deepEqual(requests[0].query, { reference: "order-1042" });
  assert.deepEqual(requests[3].query, { status: "paid", created_after: "2026-03-01T00:00:00.000Z", limit: "50" });
});

test("the program that refunds a payment finds its intent first", async (context) => {
  const { intents, refunds } = vectors("pages");
  const found = { status: 200, headers: {}, body: `{"data":[${intents[1].body}],"has_more":false,"next":null}` };
  const { program, requests } = await runScripted(context, "refund.mjs", [found, refunds[1]], () => false);
  assert.equal(await program.ended, 0, program.output());
  assert.equal(program.output(), `${refunds[1].result.id} waiting_for_address\n`);
  assert.deepEqual(requests[0].query, { reference: "order-1042", status: "paid" });
  const request = { intent_id: intents[1].intent.id, amount_usdt: 5.25, reason: "Returned item" };
  assert.deepEqual(JSON.parse(requests[1].body), request);
});

test("the program that creates its endpoint shows the secret once and sends a test event", async (context) => {
  const { endpoints } = vectors("pages");
  const answers = ["a new endpoint", "a test event that was delivered"].map((wanted) =>
    endpoints.find(({ name }) => name === wanted),
  );
  const { program } = await runScripted(context, "endpoint.mjs", answers, () => false);
  assert.equal(await program.ended, 0, program.output());
  assert.match(program.output(), /^Store whsec_\S+: it isn't shown again\ndelivered\n$/);
});

test("the settings are taken", async (context) => {
  const program = run(context, "settings.mjs");
  assert.equal(await program.ended, 0, program.output());
  assert.equal(program.output(), "sandbox\n");
});
