import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, it } from "vitest";

const MIB = 2 ** 20;
const root = path.resolve(import.meta.dirname, "../../..");

/** A burst of work, of which nothing is left; ends once its memory was given back. */
const PROGRAM = `
  import { giveMemoryBack } from "@/lib/service/server/idle-memory";
  const heldBytes = () => process.memoryUsage().heapTotal;
  function work() {
    const all: number[][] = [];
    for (let n = 0; n < 400; n++) all.push(Array.from({ length: 50_000 }, (_, i) => i + 0.5));
    return all.length;
  }
  const before = heldBytes();
  work();
  const blownUp = heldBytes();
  giveMemoryBack(50);
  const timer = setInterval(() => {
    const left = heldBytes();
    if (left >= before + 50 * ${MIB}) return;
    clearInterval(timer);
    console.log(JSON.stringify({ before, blownUp, left }));
  }, 50);`;

/** V8 may give memory back by itself after a while, which would pass for ours, so that is switched off. */
const ARGS = ["--no-memory-reducer", "--input-type=module", "--eval"];

it("a heap that a burst of work has blown up is given back once the process is quiet", async () => {
  const stdin = { contents: PROGRAM, resolveDir: root, loader: "ts" } as const;
  const shared = { bundle: true, platform: "node", format: "esm", logLevel: "error" } as const;
  const { outputFiles } = await build({ ...shared, stdin, alias: { "@": root }, write: false });
  const program = outputFiles[0]?.text ?? "";
  const { stdout } = await promisify(execFile)(process.execPath, [...ARGS, program], { timeout: 300_000 });
  const { before, blownUp, left } = JSON.parse(stdout);
  expect(blownUp).toBeGreaterThan(before + 100 * MIB);
  expect(left).toBeLessThan(before + 50 * MIB);
});
