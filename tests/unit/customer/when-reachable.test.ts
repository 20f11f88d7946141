import { afterEach, beforeEach, expect, it, vi } from "vitest";

const ready = () => Response.json({ status: "ok" });
const badGateway = () => new Response("<h1>502 Bad Gateway</h1>", { status: 502 });

let page: EventTarget & { hidden: boolean };
let answers: (() => Response)[];
let whenReachable: typeof import("@/lib/customer/browser/when-reachable").whenReachable;
/** the seconds at which the service was asked */
let asked: number[];
/** for each act, whether the service had been away */
let acted: boolean[];

beforeEach(async () => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("navigator", { onLine: true });
  [answers, asked, acted] = [[], [], []];
  const began = Date.now();
  vi.stubGlobal("fetch", async (url: string) => {
    expect(url).toBe("/api/health/ready");
    asked.push((Date.now() - began) / 1_000);
    const answer = answers[asked.length - 1] ?? ready;
    return answer();
  });
  // `call` keeps the fetch that was there when it was loaded
  vi.resetModules();
  ({ whenReachable } = await import("@/lib/customer/browser/when-reachable"));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

it("acts once the service answers, and says whether it was away", async () => {
  const reach = whenReachable((wasAway) => acted.push(wasAway));
  const lost = () => {
    throw new TypeError("Failed to fetch");
  };
  // a page of a network that wants a sign-in is no answer of the service
  answers = [badGateway, lost, () => new Response("<p>Welcome</p>")];
  reach.ask();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(acted).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, acted]).toEqual([[0, 2, 6, 14], [true]]);
  reach.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, acted]).toEqual([5, [true, false]]);
});

it("a burst asks and acts once", async () => {
  const reach = whenReachable((wasAway) => acted.push(wasAway));
  answers = [badGateway];
  for (let n = 0; n < 20; n += 1) reach.ask();
  await vi.advanceTimersByTimeAsync(1_000);
  for (let n = 0; n < 20; n += 1) reach.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, acted]).toEqual([[0, 2], [true]]);
});

it("once stopped it acts and asks no more, whether it waited or was being answered", async () => {
  const reach = whenReachable((wasAway) => acted.push(wasAway));
  answers = [badGateway];
  reach.ask();
  await vi.advanceTimersByTimeAsync(1_000);
  reach.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  reach.ask();
  reach.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, acted]).toEqual([[0, 61], []]);
});

it("in a hidden page it waits until the page is visible", async () => {
  const reach = whenReachable((wasAway) => acted.push(wasAway));
  page.hidden = true;
  reach.ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, acted]).toEqual([[], []]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, acted]).toEqual([[60], [false]]);
});
