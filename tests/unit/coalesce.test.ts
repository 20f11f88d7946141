import { expect, it } from "vitest";
import { gather } from "@/lib/live/gather";
import { waitFor } from "@/tests/support/wait";

/** Looks that are answered by hand. */
function start({ max = 10 } = {}) {
  const looks: { ids: string[]; answer(error?: Error): void }[] = [];
  const failed: string[][] = [];
  const gathered = gather(
    (ids) =>
      new Promise((resolve, reject) => {
        looks.push({ ids, answer: (error) => (error ? reject(error) : resolve()) });
      }),
    { gatherMs: 1, againMs: 1, max, onFailure: (ids) => failed.push(ids) },
  );
  const look = (number: number) => waitFor(`look ${number}`, () => looks[number - 1]);
  return { gathered, looks, failed, look };
}

it("what comes in the same moment is looked at together, and each once", async () => {
  const { gathered, look } = start();
  gathered.add(["a", "b"]);
  gathered.add(["b", "c"]);
  expect((await look(1)).ids).toEqual(["a", "b", "c"]);
});

it("one look at a time: what comes meanwhile waits for the next, the same id included", async () => {
  const { gathered, looks, look } = start();
  gathered.add(["a"]);
  const first = await look(1);
  gathered.add(["a", "b"]);
  gathered.add(["c"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(looks).toHaveLength(1);
  first.answer();
  expect((await look(2)).ids).toEqual(["a", "b", "c"]);
});

it("more than fits in a look is looked at in several", async () => {
  const { gathered, look } = start({ max: 2 });
  gathered.add(["a", "b", "c"]);
  (await look(1)).answer();
  expect((await look(2)).ids).toEqual(["c"]);
});

it("a look that fails is told of and repeated, with what came since", async () => {
  const { gathered, failed, look } = start();
  gathered.add(["a"]);
  const first = await look(1);
  gathered.add(["b"]);
  first.answer(new Error("no database"));
  const second = await look(2);
  expect(second.ids.sort()).toEqual(["a", "b"]);
  expect(failed).toEqual([["a"]]);
  second.answer();
});

it("nothing is looked at after the stop", async () => {
  const { gathered, looks, look } = start();
  gathered.add(["a"]);
  (await look(1)).answer();
  gathered.add(["b"]);
  gathered.stop();
  const other = start();
  other.gathered.add(["x"]);
  (await other.look(1)).answer();
  other.gathered.add(["y"]);
  await other.look(2);
  expect(looks).toHaveLength(1);
});
