import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium, type LaunchOptions } from "@playwright/test";

/** The same engine without the windows of a desktop: half the work for the same pages. */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const SYSTEM_BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Nothing but the page under test goes over the network. */
const ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/**
 * A browser in the order: `CHROMIUM_PATH`, the system's headless shell, Playwright's own, the system's, the one inside
 * `@sparticuz/chromium`.
 */
export function chromiumOptions(): LaunchOptions {
  const root = process.getuid?.() === 0;
  const args = root ? ["--no-sandbox", ...ARGS] : ARGS;
  const installed = [process.env.CHROMIUM_PATH, HEADLESS_SHELL, chromium.executablePath(), ...SYSTEM_BROWSERS];
  const found = installed.find((path) => path && existsSync(path));
  return found ? { executablePath: found, args } : { ...packagedChromium(), args };
}

/** Unpacks the browser of the npm package once, with its libraries and fonts for machines that have none. */
function packagedChromium(): LaunchOptions {
  const main = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const home = join(dirname(main), "..", "..");
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const folder = join(tmpdir(), `till-chromium-${version}`);
  const executablePath = join(folder, "chromium");
  if (!existsSync(executablePath)) unpack(join(home, "bin"), folder, executablePath);
  const env = { ...definedEnv(), ...librariesFor(executablePath, folder), ...fontsIn(folder) };
  return { executablePath, env };
}

function unpack(packed: string, folder: string, executablePath: string) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["al2023", "swiftshader", "fonts"]) {
    const tar = brotliDecompressSync(readFileSync(join(packed, `${name}.tar.br`)));
    execFileSync("tar", ["-x", "-C", folder], { input: tar });
  }
  const half = `${executablePath}.${process.pid}`;
  writeFileSync(half, brotliDecompressSync(readFileSync(join(packed, "chromium.br"))), { mode: 0o755 });
  renameSync(half, executablePath);
}

/** The package's libraries only where the browser does not start without them. */
function librariesFor(executablePath: string, folder: string): Record<string, string> {
  const starts = spawnSync(executablePath, ["--version"]).status === 0;
  return starts ? {} : { LD_LIBRARY_PATH: join(folder, "lib") };
}

function fontsIn(folder: string): Record<string, string> {
  return existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: folder };
}

function definedEnv() {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
