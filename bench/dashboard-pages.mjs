import http from "node:http";
import { chromium } from "@playwright/test";
import { loadChromium } from "./lib/bundle.mjs";
import { kilobytes, median, milliseconds } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { seedPendingWithEvents } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";

const PAYMENTS = 200;
const SCRIPT_KB = 150;
const OVERVIEW_SCRIPT_KB = 170;
const FONTS_KB = 45;
const REQUESTS = 25;
const STEP_MS = 200;
/** Without a request for this long, a page has everything that it loads without a click. */
const QUIET_MS = 500;

/** What each page of the dashboard loads with an empty cache, and how long a step to each section takes. */
export async function dashboardPages(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  await seedPendingWithEvents(sql, merchant, PAYMENTS);
  const paths = await pagesOf(sql, merchant);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const browser = await chromium.launch((await loadChromium()).chromiumOptions());
  bench.onEnd(() => browser.close());
  const storageState = await signIn(browser, service.url);
  const open = () => browser.newContext({ storageState, viewport: { width: 1_440, height: 900 } });

  const rows = [];
  for (const [name, path] of Object.entries(paths)) rows.push(...(await weighed(open, service.url, name, path)));
  return [...rows, ...(await stepRows(bench, open, service.url + paths.overview))];
}

async function pagesOf(sql, { merchantId, terminalId, endpointIds }) {
  const at = (...parts) => ["/dashboard", merchantId, "sandbox", ...parts].join("/");
  const [payment] = await sql`select id from payment_intents where merchant_id = ${merchantId} limit 1`;
  const [delivery] = await sql`select id from webhook_deliveries where endpoint_id = ${endpointIds[0]} limit 1`;
  return {
    overview: at(),
    payments: at("payments"),
    payment: at("payments", payment.id),
    terminals: at("terminals"),
    terminal: at("terminals", terminalId),
    "terminal's keys": at("terminals", terminalId, "keys"),
    "terminal's devices": at("terminals", terminalId, "devices"),
    webhooks: at("webhooks"),
    endpoint: at("webhooks", endpointIds[0]),
    deliveries: at("webhooks", "deliveries"),
    delivery: at("webhooks", "deliveries", delivery.id),
    settlement: at("settlement"),
    "needs attention": at("settlement", "attention"),
    funds: at("settlement", "funds"),
    reports: at("reports"),
    developers: at("developers"),
    "request log": at("developers", "requests"),
    "settings, general": at("settings", "general"),
    team: at("settings", "team"),
    "audit log": at("settings", "audit"),
    account: "/account",
    security: "/account/security",
  };
}

async function signIn(browser, url) {
  const context = await browser.newContext();
  try {
    const { csrfToken } = await (await context.request.get(`${url}/api/auth/csrf`)).json();
    await context.request.post(`${url}/api/auth/callback/credentials`, {
      form: { csrfToken, email: "owner@example.com", password: "a long enough password", json: "true" },
    });
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** Every request counts, also those for data and for what is prefetched. */
async function weighed(open, url, name, path) {
  const context = await open();
  try {
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request));
    const answer = await page.goto(url + path);
    if (answer.status() !== 200) throw new Error(`${path} answered ${answer.status()}`);
    await quiet(page, asked);
    const of = (kind) => asked.filter((request) => request.resourceType() === kind).map((request) => request.url());
    const [gzip, brotli] = [await sizeOf(of("script"), "gzip"), await sizeOf(of("script"), "br")];
    const fonts = await sizeOf(of("font"), "gzip");
    return [
      row({
        path: `${name}: script by gzip`,
        measured: kilobytes(gzip),
        baseline: `${kilobytes(brotli)} by brotli, ${of("script").length} files`,
        value: gzip / 1_000,
        wanted: atMost(name === "overview" ? OVERVIEW_SCRIPT_KB : SCRIPT_KB, "kB"),
      }),
      row({
        path: `${name}: requests`,
        measured: String(asked.length),
        baseline: `${kilobytes(fonts)} of fonts${fonts / 1_000 > FONTS_KB ? ", too much" : ""}`,
        value: asked.length,
        wanted: atMost(REQUESTS, ""),
      }),
    ];
  } finally {
    await context.close();
  }
}

async function quiet(page, asked) {
  for (let before = -1; before !== asked.length; ) {
    before = asked.length;
    await page.waitForTimeout(QUIET_MS);
  }
}

/** Bytes that the service sends for files, each compressed alone. */
async function sizeOf(urls, encoding) {
  let bytes = 0;
  for (const url of new Set(urls)) bytes += await bytesOf(url, encoding);
  return bytes;
}

function bytesOf(url, encoding) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { "Accept-Encoding": encoding } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(bytes);
    });
    request.on("error", reject);
  });
}

/** A click on each link of the navigation, none visited or pointed at before, until the page's title is there. */
async function stepRows(bench, open, overview) {
  const times = {};
  // the first round warms the server, not the visitor
  for (let round = 0; round <= bench.rounds; round++) {
    const context = await open();
    try {
      const page = await context.newPage();
      await page.goto(overview);
      const links = page.locator('[data-nav="main"]:visible a');
      const names = await links.evaluateAll((all) => all.map((link) => link.querySelector("span").textContent));
      for (const name of [...names.slice(1), names[0]]) {
        const link = links.filter({ hasText: name });
        await quiet(page, []);
        const taken = await link.evaluate(step);
        if (round > 0) times[name] = [...(times[name] ?? []), taken];
      }
    } finally {
      await context.close();
    }
  }
  return Object.entries(times).map(([name, taken]) =>
    row({
      path: `step to ${name}`,
      measured: milliseconds(median(taken.map(({ done }) => done))),
      baseline: `answers after ${milliseconds(median(taken.map(({ seen }) => seen)))}`,
      value: median(taken.map(({ done }) => done)),
      wanted: atMost(STEP_MS, "ms"),
    }),
  );
}

/** Runs in the page: until the address and the title are those of the next page, and until anything was seen of it. */
function step(link) {
  return new Promise((resolve) => {
    const { title } = document;
    const { href } = location;
    const started = performance.now();
    let seen = null;
    link.click();
    const look = () => {
      const now = performance.now() - started;
      if (location.href !== href) seen ??= now;
      if (seen !== null && document.title !== title && !document.querySelector("main [aria-busy=true]"))
        resolve({ seen, done: now });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
