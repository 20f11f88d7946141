import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import { Builder, Capabilities, type WebDriver } from "selenium-webdriver";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { end } from "@/tests/e2e/support/server";

export const ENGINES = ["firefox", "webkit"] as const;
export type Engine = (typeof ENGINES)[number];

export type Browser = {
  driver: WebDriver;
  /** Sets the size of the page in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Deletes all cookies. */
  forget(): Promise<void>;
  close(): Promise<void>;
};

type Stop = () => Promise<void>;

const START_MS = 120_000;
const STARTS = 3;

const SYSTEM_PYTHON = "/usr/bin/python3";
const HAS_WEBKIT = ["-c", "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"];
const WEBKIT_WINDOW = path.resolve("tests/browsers/support/webkit-window.py");

/** Only this machine is reached: everything else goes to a proxy that isn't there. */
const PROXY = {
  proxyType: "manual",
  httpProxy: "127.0.0.1:9",
  sslProxy: "127.0.0.1:9",
  noProxy: ["localhost", "127.0.0.1"],
};

/** What is not installed, or null if the engine can be tested. */
export function missingFor(engine: Engine): string | null {
  if (engine === "firefox") return (findFirefox() ? null : "firefox-esr") ?? missing("geckodriver");
  const hasWindow = spawnSync(SYSTEM_PYTHON, HAS_WEBKIT, { stdio: "ignore" }).status === 0;
  return missing("WebKitWebDriver") ?? missing("Xvfb") ?? (hasWindow ? null : "gir1.2-webkit2-4.1 or python3-gi");
}

/**
 * Starts a browser; `preload` is the source of a function that every page runs before its own scripts. WebKit's driver
 * sometimes waits for ever for the window that it has started, so a start that takes too long is begun anew with a
 * driver of its own.
 */
export async function openBrowser(engine: Engine, preload: string): Promise<Browser> {
  for (let start = 1; ; start++) {
    try {
      return await openOnce(engine, preload);
    } catch (error) {
      console.log(`start ${start} of ${engine} failed: ${error}`);
      if (start === STARTS) throw error;
    }
  }
}

async function openOnce(engine: Engine, preload: string): Promise<Browser> {
  const stops: Stop[] = [];
  const close = async () => {
    const stop = stops.pop();
    if (!stop) return;
    try {
      await stop();
    } finally {
      await close();
    }
  };
  const late = new AbortController();
  const tooLate = sleep(START_MS, null, { signal: late.signal }).then(() => {
    throw new Error(`it was not ready after ${START_MS / 1_000} s`);
  });
  tooLate.catch(() => {});
  try {
    const opening = engine === "firefox" ? openFirefox(preload, stops) : openWebKit(preload, stops);
    opening.catch(() => {});
    return { ...(await Promise.race([opening, tooLate])), close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    late.abort();
  }
}

async function openFirefox(preload: string, stops: Stop[]) {
  const url = await startDriver("geckodriver", ["--host=127.0.0.1", "--websocket-port=0"], {}, stops);
  // the icon of a site would breach a strict policy of its own
  const prefs = { "intl.accept_languages": "en-GB", "browser.chrome.site_icons": false };
  const firefox = { binary: findFirefox(), args: ["-headless"], prefs };
  const capabilities = { browserName: "firefox", webSocketUrl: true, "moz:firefoxOptions": firefox };
  const driver = await connect(url, capabilities, stops);
  const bidi = await driver.getBidi();
  const send = async (method: string, params: object) => {
    const answer = (await bidi.send({ method, params })) as { type: string; message?: string };
    if (answer.type === "error") throw new Error(`${method}: ${answer.message}`);
  };
  await send("script.addPreloadScript", { functionDeclaration: preload });
  const context = await driver.getWindowHandle();
  return {
    driver,
    // its own window is never narrower than 450 pixels
    resize: (width: number, height: number) =>
      send("browsingContext.setViewport", { context, viewport: { width, height }, devicePixelRatio: null }),
    // the command of WebDriver deletes only those of the current path
    forget: () => send("storage.deleteCookies", {}),
  };
}

async function openWebKit(preload: string, stops: Stop[]) {
  const env = {
    DISPLAY: await startScreen(stops),
    TILL_PRELOAD: `(${preload})()`,
    LANG: "en_GB.UTF-8",
    NO_AT_BRIDGE: "1",
  };
  const url = await startDriver("WebKitWebDriver", [], env, stops);
  const browserOptions = { binary: WEBKIT_WINDOW, args: [] };
  const driver = await connect(url, { browserName: "till", "webkitgtk:browserOptions": browserOptions }, stops);
  return {
    driver,
    resize: async (width: number, height: number) => {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    forget: () => driver.manage().deleteAllCookies(),
  };
}

async function connect(url: string, capabilities: object, stops: Stop[]): Promise<WebDriver> {
  const wanted = new Capabilities({ ...capabilities, proxy: PROXY });
  const driver = await new Builder().usingServer(url).withCapabilities(wanted).build();
  stops.push(() => driver.quit());
  return driver;
}

/** Resolves to the driver's address. */
async function startDriver(program: string, args: string[], env: Record<string, string>, stops: Stop[]) {
  const port = await freePort();
  const child = spawn(program, [`--port=${port}`, ...args], { stdio: "ignore", env: { ...process.env, ...env } });
  stops.push(() => end(child));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(answers, { message: `${program} answers`, timeout: START_MS }).toBe(true);
  return url;
}

/** A screen that no one sees; resolves to its name. */
async function startScreen(stops: Stop[]) {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const child = spawn("Xvfb", args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  stops.push(() => end(child));
  const [number] = await once(child.stdio[3] as Readable, "data");
  return `:${String(number).trim()}`;
}

function findFirefox(): string | null {
  return find("firefox-esr") ?? find("firefox");
}

function missing(program: string): string | null {
  return find(program) ? null : program;
}

function find(program: string): string | null {
  const files = (process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, program));
  return files.find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
