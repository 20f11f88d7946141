import { median } from "./numbers.mjs";
import { sleep } from "./wait.mjs";

const PAUSE_MS = 300;

/**
 * Runs the measurements in turn, round after round, so that other load on the machine affects all of them alike.
 * Gives each one's results in the order of the rounds.
 */
export async function interleave(bench, measurements) {
  const results = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 1; round <= bench.rounds; round++) {
    for (const [name, measure] of Object.entries(measurements)) {
      await bench.settle();
      const result = await measure();
      await sleep(PAUSE_MS); // a load generator leaves requests behind
      results[name].push(result);
      bench.say(`round ${round}, ${name}: ${brief(result)}`);
    }
  }
  return results;
}

/** The median of one member over the rounds. */
export function medianOf(results, member) {
  return median(results.map((result) => result[member]));
}

/** The median of the rounds' own ratios: what slowed a whole round down does not count. */
export function medianRatio(ours, baseline, member) {
  return median(ours.map((result, round) => result[member] / baseline[round][member]));
}

function brief(result) {
  return Object.entries(result)
    .filter(([, value]) => typeof value === "number")
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(", ");
}
