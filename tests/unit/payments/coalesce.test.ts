import { expect, it } from "vitest";
import { coalesce } from "@/lib/payments/realtime/coalesce";
import { waitFor } from "@/tests/support/wait";

/** Runs that the test finishes by hand. */
function start({ max = 10 } = {}) {
  const runs: { ids: string[]; finish(error?: Error): void }[] = [];
  const failed: string[][] = [];
  const coalesced = coalesce(
    (ids) =>
      new Promise((resolve, reject) => {
        runs.push({ ids, finish: (error) => (error ? reject(error) : resolve()) });
      }),
    { pauseMs: 1, retryMs: 1, max, onFailure: (ids) => failed.push(ids) },
  );
  const run = (number: number) => waitFor(`run ${number}`, () => runs[number - 1]);
  return { coalesced, runs, failed, run };
}

it("ids added at the same moment share a run, each once", async () => {
  const { coalesced, run } = start();
  coalesced.add(["a", "b"]);
  coalesced.add(["b", "c"]);
  expect((await run(1)).ids).toEqual(["a", "b", "c"]);
});

it("one run at a time: ids added meanwhile wait for the next, the same id included", async () => {
  const { coalesced, runs, run } = start();
  coalesced.add(["a"]);
  const first = await run(1);
  coalesced.add(["a", "b"]);
  coalesced.add(["c"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toHaveLength(1);
  first.finish();
  expect((await run(2)).ids).toEqual(["a", "b", "c"]);
});

it("more ids than one run takes are spread over several", async () => {
  const { coalesced, run } = start({ max: 2 });
  coalesced.add(["a", "b", "c"]);
  (await run(1)).finish();
  expect((await run(2)).ids).toEqual(["c"]);
});

it("a failed run is reported and repeated, with what was added since", async () => {
  const { coalesced, failed, run } = start();
  coalesced.add(["a"]);
  const first = await run(1);
  coalesced.add(["b"]);
  first.finish(new Error("no database"));
  const second = await run(2);
  expect(second.ids.sort()).toEqual(["a", "b"]);
  expect(failed).toEqual([["a"]]);
  second.finish();
});

it("nothing runs after the stop", async () => {
  const { coalesced, runs, run } = start();
  coalesced.add(["a"]);
  (await run(1)).finish();
  coalesced.add(["b"]);
  coalesced.stop();
  const other = start();
  other.coalesced.add(["x"]);
  (await other.run(1)).finish();
  other.coalesced.add(["y"]);
  await other.run(2);
  expect(runs).toHaveLength(1);
});
