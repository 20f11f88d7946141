import { chromium } from "@playwright/test";
import { loadChromium } from "./lib/bundle.mjs";
import { median, seconds } from "./lib/numbers.mjs";
import { NOWHERE } from "./lib/requests.mjs";
import { seedLive } from "./lib/seed.mjs";
import { startService } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";

const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 664 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/**
 * A first visit with a slow phone on a slow line: when amount and address of a live payment are read, and when copied.
 */
export async function slowLine(bench) {
  const { url, sql } = await bench.database();
  const merchant = await bench.till.makeMerchant(url, [NOWHERE]);
  const ids = await seedLive(sql, merchant, bench.rounds + 1);
  const service = await startService(bench, url, { JOBS_DRIVER: "off" });
  const browser = await chromium.launch((await loadChromium()).chromiumOptions());
  bench.onEnd(() => browser.close());
  const visits = [];
  // the first one warms the server and the browser, not the visitor
  for (const id of ids) visits.push(await visit(browser, `${service.url}/pay/${id}`));
  const measured = visits.slice(1);
  for (const { read, copied } of measured) bench.say(`read after ${seconds(read)}, copied after ${seconds(copied)}`);
  const figure = (name) => median(measured.map((one) => one[name]));
  return [
    row({ path: "1.6 Mbit/s, 150 ms, CPU ÷ 4: amount and address to read", measured: seconds(figure("read")) }),
    row({
      path: "the same: to copy by their buttons",
      measured: seconds(figure("copied")),
      value: figure("copied"),
      wanted: atMost(0.9, "s"),
    }),
  ];
}

/** Seconds from the start of the navigation. */
async function visit(browser, address) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", LINE);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    await page.addInitScript(noteTimes);
    await page.goto(address);
    const noted = await page.waitForFunction(() => globalThis.noted?.copied && globalThis.noted);
    const { read, copied } = await noted.jsonValue();
    return { read: read / 1_000, copied: copied / 1_000 };
  } finally {
    await context.close();
  }
}

/** Runs in the page. The frame in which the buttons appear, and the one in which a press of the second copies. */
function noteTimes() {
  const noted = {};
  globalThis.noted = noted;
  // a press is answered by the page's script alone, which asks the clipboard for it
  Object.defineProperty(navigator, "clipboard", {
    value: {
      writeText: async () => {
        noted.copied ??= performance.now();
      },
    },
  });
  const look = () => {
    const button = document.querySelectorAll("[data-copy]")[1];
    if (button?.getBoundingClientRect().height) {
      noted.read ??= performance.now();
      button.click();
    }
    if (!noted.copied) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
