import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asRead, camel, client, outcomeOf, scripted, service, vectors } from "./support.mjs";

const { pages, listens } = vectors("feed");
const rejected = (promise) => promise.then(assert.fail, (error) => error);
const ok = (body) => ({ status: 200, headers: { "content-type": "application/json" }, body });
const named = (given) => Object.fromEntries(Object.entries(given).map(([key, value]) => [camel(key), value]));
const idAndType = ({ id, type }) => ({ id, type });

describe("a page of events", () => {
  for (const { name, list, body, query, events, has_more: hasMore, next } of pages) {
    test(name, async (context) => {
      const { wait, ...params } = list;
      const { till, requests } = await scripted(context, [ok(body)]);
      const page = await till.events.list({ ...params, ...(wait !== undefined && { waitSeconds: wait }) });
      assert.deepEqual({ ...page, data: page.data.map(idAndType) }, { data: events, hasMore, next });
      const [request] = requests;
      assert.deepEqual([request.method, request.path, request.query], ["GET", "/api/v1/events", query]);
      assert.equal(request.headers.authorization, `Bearer ${service.apiKey}`);
    });
  }

  test("its events are those that the verifier gives", async (context) => {
    const { till } = await scripted(context, [ok(pages[0].body)]);
    const known = vectors("events").events;
    for (const { id, ...event } of (await till.events.list()).data) {
      const same = known.find(({ body }) => JSON.stringify(JSON.parse(body)) === JSON.stringify(event.body));
      const { unknown, ...expected } = same.event;
      assert.deepEqual(event, { ...asRead(expected), body: JSON.parse(same.body) });
      assert.equal(typeof id, "string");
    }
  });
});

describe("a listener", { concurrency: true }, () => {
  for (const { name, listen, answers, queries, events, cursors, error } of listens) {
    test(name, async (context) => {
      const { till, requests, overrun } = await scripted(context, answers);
      const controller = new AbortController();
      overrun.then(() => controller.abort());
      const [seen, stored] = [[], []];
      const onCursor = async (cursor) => stored.push(cursor);
      const listener = till.events.listen({ ...named(listen), onCursor }, { signal: controller.signal });
      const all = async () => {
        for await (const event of listener) seen.push(idAndType(event));
      };
      assert.equal((await outcomeOf(all())).error, error ?? "AbortError");
      assert.deepEqual(seen, events);
      assert.deepEqual(stored, cursors);
      const { after } = listen;
      assert.equal(listener.cursor, cursors.at(-1) ?? (after === "latest" ? null : (after ?? null)));
      assert.deepEqual(
        requests.map(({ query }) => query),
        queries,
      );
      checkPauses(requests, answers);
    });
  }
});

/** A `Retry-After` is waited for. A poll that brought nothing is followed by the next one a second later. */
function checkPauses(requests, answers) {
  for (const [index, { status, headers, body }] of answers.entries()) {
    const next = requests[index + 1];
    if (!next || requests[index].query.after === "latest") continue;
    const pauseMs = next.atMs - requests[index].atMs;
    const page = status === 200 ? JSON.parse(body) : null;
    const isPaused = headers?.["retry-after"] || (page?.data.length === 0 && !page.has_more);
    assert.ok(pauseMs >= (isPaused ? 990 : 0));
  }
}

const two = listens[0].answers;

test("the cursor moves when the last event of a page has been handled, and not before", async (context) => {
  const { till } = await scripted(context, two);
  const stored = [];
  const listener = till.events.listen({ onCursor: (cursor) => void stored.push(cursor) });
  const events = listener[Symbol.asyncIterator]();
  assert.equal(listener.cursor, null);
  await events.next();
  await events.next();
  assert.deepEqual([listener.cursor, stored], [null, []]);
  await events.next();
  assert.deepEqual([listener.cursor, stored], ["c2", ["c2"]]);
  await events.return();
});

test("a cursor that can't be stored ends it, and the events come again", async (context) => {
  const { till } = await scripted(context, two);
  const onCursor = () => Promise.reject(new Error("the disk is full"));
  const listener = till.events.listen({ onCursor });
  const all = async () => {
    for await (const _event of listener);
  };
  assert.equal((await rejected(all())).message, "the disk is full");
});

test("it is aborted at once: between two events, in a poll and in a pause", async (context) => {
  const plans = [two, [], [{ status: 429, headers: { "retry-after": "9" }, body: "" }]];
  for (const [index, answers] of plans.entries()) {
    const { till, requests } = await scripted(context, answers);
    const controller = new AbortController();
    const all = async () => {
      for await (const _event of till.events.listen({}, { signal: controller.signal })) controller.abort();
    };
    const ended = rejected(all());
    while (index > 0 && requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    if (index > 0) controller.abort();
    assert.equal((await ended).name, "AbortError");
    assert.equal(requests.length, 1);
  }
});

test("a Retry-After beyond ten seconds is waited for, too", async () => {
  const controller = new AbortController();
  let answered = 0;
  const fetch = async () => {
    answered += 1;
    // once the response is read, the listener either waits or has failed
    setTimeout(() => controller.abort(), 50);
    return new Response('{"error":"Later.","code":"rate_limited"}', { status: 429, headers: { "retry-after": "60" } });
  };
  const listener = client({ fetch }).events.listen({}, { signal: controller.signal });
  assert.equal((await rejected(listener[Symbol.asyncIterator]().next())).name, "AbortError");
  assert.equal(answered, 1);
});

test("a poll may take its 25 seconds beyond the client's timeout", async () => {
  const waits = [];
  const fetch = async (url) => {
    waits.push(new URL(url).searchParams.get("wait"));
    // longer than the timeout of a call
    await new Promise((resolve) => setTimeout(resolve, 60));
    return new Response(two[0].body);
  };
  const listener = client({ fetch, timeoutMs: 20 }).events.listen();
  const { value } = await listener[Symbol.asyncIterator]().next();
  assert.deepEqual([value.id, waits], [listens[0].events[0].id, ["25"]]);
});
