// node tests/stage.mjs <folder>: the package as it would be published, installed in an application of its own with the
// tests and the README's programs beside it, so that nothing is tested that a user would not get.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const here = fileURLToPath(new URL("..", import.meta.url));
const tmp = path.resolve(process.argv[2]);
const [pack, app] = ["package", "app"].map((name) => path.join(tmp, name));

run(process.execPath, [path.join(here, "build.mjs"), path.join(pack, "dist")], here);
for (const name of ["package.json", "README.md", "CHANGELOG.md", "LICENSE"])
  cpSync(path.join(here, name), path.join(pack, name));
run("npm", ["pack", "--silent", "--ignore-scripts", pack], tmp);

mkdirSync(app);
writeFileSync(path.join(app, "package.json"), '{ "name": "app", "private": true, "type": "module" }\n');
const [archive] = readdirSync(tmp).filter((name) => name.endsWith(".tgz"));
run("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", path.join(tmp, archive)], app);
cpSync(path.join(here, "tests"), path.join(app, "tests"), { recursive: true });
for (const name of ["express", "undici"]) link(name);

mkdirSync(path.join(app, "readme"));
for (const { name, code } of readmeBlocks()) {
  writeFileSync(path.join(app, "readme", name), code);
  if (!name.endsWith(".ts")) continue;
  const { code: js } = transformSync(code, { loader: "ts", format: "esm" });
  writeFileSync(path.join(app, "readme", name.replace(/\.ts$/, ".mjs")), js);
}

/** For the README's programs that use it, where it is there; their tests say loudly when it is not. */
function link(name) {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    symlinkSync(folder, path.join(app, "node_modules", name), "junction");
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
  }
}

/** The README's blocks of code, each under the name in its first line. */
function readmeBlocks() {
  const text = readFileSync(path.join(here, "README.md"), "utf8");
  return [...text.matchAll(/^```(?:js|ts)\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, name, code]) => ({
    name: path.basename(name),
    code,
  }));
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
