import { processWide } from "@/lib/base/process/process-wide";

type Kept<T> = { until: number; answer: Promise<T> };

const MOST_KEPT = 50;
/** A question that is still open after so long is asked anew. */
const ASKED_MS = 30_000;

type Question<T> = {
  /** of the kind of question */
  name: string;
  key: string;
  ask: () => Promise<T>;
  /** how long an answer is kept */
  keptMs: (answer: T) => number;
};

/**
 * The answer to a question that many pages ask again and again, for example to a node: asked once a process, and kept
 * for a while. A failure isn't kept.
 */
export function keptAnswer<T>({ name, key, ask, keptMs }: Question<T>): Promise<T> {
  const kept = processWide(name, () => new Map<string, Kept<T>>());
  const now = performance.now();
  for (const [other, { until }] of kept) if (until <= now || kept.size > MOST_KEPT) kept.delete(other);
  const known = kept.get(key);
  if (known) return known.answer;
  const asked: Kept<T> = { until: now + ASKED_MS, answer: ask() };
  kept.set(key, asked);
  asked.answer.then(
    (answer) => {
      asked.until = performance.now() + keptMs(answer);
    },
    () => kept.delete(key),
  );
  return asked.answer;
}
