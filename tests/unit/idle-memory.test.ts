import { expect, it, onTestFinished } from "vitest";
import { giveMemoryBack } from "@/lib/server/idle-memory";
import { waitFor } from "@/tests/support/wait";

const MIB = 2 ** 20;
const heldBytes = () => process.memoryUsage().heapTotal;

/** A burst of work, of which nothing is left. */
function work(): void {
  const all: number[][] = [];
  for (let n = 0; n < 400; n++) all.push(Array.from({ length: 50_000 }, (_, i) => i + 0.5));
  expect(all.at(-1)?.length).toBe(50_000);
}

it("a heap that a burst of work has blown up is given back once the process is quiet", async () => {
  const before = heldBytes();
  work();
  const blownUp = heldBytes();
  expect(blownUp).toBeGreaterThan(before + 100 * MIB);
  onTestFinished(giveMemoryBack(50));
  // V8 does so by itself in the end, after about 16 s
  await waitFor("the memory to be given back", () => heldBytes() < before + 50 * MIB, 8_000);
});
