import { processWide } from "@/lib/base/process/process-wide";

/** How long one piece of long work may keep everything else of its process waiting. */
const SLICE_MS = 3;
/**
 * Turns of the event loop from one slice to the next. A request takes several turns, and most of them find no slice;
 * idle ones take no time.
 */
const TURNS = 3;

/**
 * Passes on the items of long work, and lets the process do what else it has to whenever a slice of time is used up, by
 * making the items or by what the caller does with them. For anything that goes through many rows.
 */
export async function* givingWay<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  let until = 0;
  for await (const item of items) {
    if (performance.now() >= until) {
      await nextSlice();
      until = performance.now() + SLICE_MS;
    }
    yield item;
  }
}

/** Resolves in a later turn of the event loop, in which no other long work of the process goes on. */
function nextSlice(): Promise<void> {
  const { waiting } = line();
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) afterTurns(TURNS, callNext);
  });
}

/** One line for all: with a slice each in one turn, ten exports would keep a request waiting ten times as long. */
const line = () => processWide("pacing.slices", () => ({ waiting: [] as (() => void)[] }));

function callNext(): void {
  const { waiting } = line();
  waiting.shift()?.();
  if (waiting.length > 0) afterTurns(TURNS, callNext);
}

function afterTurns(turns: number, call: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, call) : call);
}

/**
 * Pieces of rows as groups of at most `size`: small enough for one slice, for a writer that takes several rows at once.
 */
export async function* inGroups<T>(
  pieces: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  size: number,
): AsyncGenerator<T[]> {
  for await (const rows of pieces) {
    for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
  }
}
