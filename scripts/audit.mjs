// npm run audit: which packages have known vulnerabilities, by the registry that npm is set to. Exit code 1 if a
// package that the service runs with has a high or critical one, 0 otherwise, also when no registry answers.
import { spawnSync } from "node:child_process";
import { isGrave, readAdvisories } from "./lib/advisories.mjs";
import { root } from "./lib/root.mjs";

const LIMITS = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-timeout=20000"];
const TIMEOUT_MS = 60_000;

function audit(...args) {
  const { stdout } = spawnSync("npm", ["audit", "--json", ...args, ...LIMITS], {
    cwd: root,
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    maxBuffer: 2 ** 26,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  return readAdvisories(stdout ?? "");
}

function print(advisories) {
  for (const { severity, name, versions, title, url } of advisories) {
    console.log(`  ${severity}: ${name} ${versions}: ${title}\n    ${url}`);
  }
}

const used = audit("--omit=dev");
const all = used && audit();
if (!used || !all) {
  console.log("Dependencies were not audited: no registry answered that knows advisories.");
} else {
  const urls = new Set(used.map(({ url }) => url));
  const others = all.filter(({ url }) => !urls.has(url));
  const grave = used.filter(isGrave);
  if (grave.length > 0) console.log(`${"!".repeat(80)}\nUPDATE NOW: vulnerable packages that the service runs with`);
  else console.log(`No high or critical advisory for a package that the service runs with.`);
  print(used);
  if (others.length > 0) console.log("In packages that only builds and tests use:");
  print(others);
  process.exitCode = grave.length > 0 ? 1 : 0;
}
