import { describe, expect, it, onTestFinished, vi } from "vitest";
import { givingWay, inGroups } from "@/lib/base/pacing/give-way";
import { beginHeavyRead, HEAVY_READS_AT_ONCE } from "@/lib/base/pacing/heavy-reads";
import { toStream } from "@/lib/base/pacing/to-stream";
import { afterOwn, inTurn } from "@/lib/base/pacing/turns";

/** Longer than a slice, so that every item uses one up. */
function work(ms = 6) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The turns of the event loop, counted while `during` goes on. */
async function countTurns(during: (turn: () => number) => Promise<unknown>) {
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await during(() => turns);
  isOver = true;
}

describe("long work that gives way", () => {
  it("lets the event loop go on after every slice, and only one of several works in a turn", async () => {
    const turns: number[] = [];
    await countTurns((turn) => {
      const long = async () => {
        for await (const _ of givingWay([1, 2, 3, 4, 5])) {
          turns.push(turn());
          work();
        }
      };
      return Promise.all([long(), long(), long(), long()]);
    });
    expect(turns).toHaveLength(20);
    expect(new Set(turns).size).toBe(20);
  });

  it("counts what its reader does with an item too, and doesn't wait after every short one", async () => {
    const seen: number[] = [];
    await countTurns(async (turn) => {
      for await (const _ of givingWay(Array.from({ length: 50 }))) seen.push(turn());
    });
    expect(seen).toHaveLength(50);
    expect(new Set(seen).size).toBeLessThan(50);
  });

  it("passes on everything in order, in groups, from pieces of any size, and an error", async () => {
    async function* pieces() {
      yield [1, 2, 3];
      yield [];
      yield [4];
      yield [5, 6, 7];
    }
    expect(await collect(givingWay(inGroups(pieces(), 2)))).toEqual([[1, 2], [3], [4], [5, 6], [7]]);
    async function* failing() {
      yield 1;
      throw new Error("gone");
    }
    await expect(collect(givingWay(failing()))).rejects.toThrow("gone");
  });

  it("ends with its reader", async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield "x";
      } finally {
        isEnded = true;
      }
    }
    const reader = toStream(givingWay(endless()) as AsyncGenerator<string>).getReader();
    await reader.read();
    await reader.cancel();
    expect(isEnded).toBe(true);
  });
});

describe("queries of heavy reads", () => {
  it("go one at a time, and everyone has a turn before anyone has another", async () => {
    const order: string[] = [];
    let open = 0;
    const ask = (who: string, name: string) =>
      inTurn(who, async () => {
        open += 1;
        expect(open).toBe(1);
        await new Promise(setImmediate);
        order.push(name);
        open -= 1;
      });
    await Promise.all([
      ask("ann", "ann 1"),
      ask("ann", "ann 2"),
      ask("ann", "ann 3"),
      ask("ben", "ben 1"),
      ask("cy", "cy 1"),
      ask("ben", "ben 2"),
    ]);
    expect(order).toEqual(["ann 1", "ann 2", "ben 1", "cy 1", "ann 3", "ben 2"]);
  });

  it("are followed by a rest as long as each took", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const order: string[] = [];
    const first = inTurn("ann", async () => void vi.advanceTimersByTime(40));
    const next = inTurn("ben", async () => void order.push("ben"));
    await first;
    vi.advanceTimersByTime(39);
    await new Promise(setImmediate);
    expect(order).toEqual([]);
    vi.advanceTimersByTime(1);
    await next;
    expect(order).toEqual(["ben"]);
    vi.runAllTimers();
  });

  it("pass the turn on after an error", async () => {
    const failed = inTurn("ann", () => Promise.reject(new Error("cancelled")));
    const next = inTurn("ben", async () => "read");
    await expect(failed).rejects.toThrow("cancelled");
    expect(await next).toBe("read");
  });
});

describe("reports of a person", () => {
  it("are made one after the other, after one that failed too, and beside those of others", async () => {
    const order: string[] = [];
    const make =
      (name: string, fails = false) =>
      async () => {
        order.push(`${name} begins`);
        await new Promise(setImmediate);
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const made = await Promise.allSettled([
      afterOwn("ann", make("ann 1", true)),
      afterOwn("ann", make("ann 2")),
      afterOwn("ben", make("ben 1")),
    ]);
    expect(made.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    const own = order.filter((step) => step.startsWith("ann"));
    expect(own).toEqual(["ann 1 begins", "ann 1 ends", "ann 2 begins", "ann 2 ends"]);
    expect(order.indexOf("ben 1 begins")).toBeLessThan(order.indexOf("ann 2 begins"));
  });
});

describe("the heavy reads of a person", () => {
  it("are a few at a time, and one that has ended makes room once", () => {
    const ends = Array.from({ length: HEAVY_READS_AT_ONCE }, () => beginHeavyRead("ann"));
    expect(() => beginHeavyRead("ann")).toThrow(/under way, the most at a time\. Wait until one has finished/);
    const other = beginHeavyRead("ben");
    ends[0]?.();
    ends[0]?.();
    ends.push(beginHeavyRead("ann"));
    expect(() => beginHeavyRead("ann")).toThrow(expect.objectContaining({ code: "rate_limited" }));
    for (const end of [...ends, other]) end();
    beginHeavyRead("ann")();
  });
});
