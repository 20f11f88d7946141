import { createHash } from "node:crypto";

/** What chance in this run goes by: `TILL_TEST_SEED` of an earlier run repeats its choices. The runner prints it. */
export const SEED = Number(process.env.TILL_TEST_SEED);

/** Numbers from 0 to below 1, as `Math.random`, that follow from the seed and a name. */
export function randomsOf(name: string): () => number {
  let count = 0;
  return () => createHash("sha256").update(`${SEED} ${name} ${count++}`).digest().readUInt32LE() / 2 ** 32;
}
