import { expect, it } from "vitest";
import { inSteps, STEP } from "@/lib/delivery/endpoints/in-steps";

it("a change that fails keeps no other from coming to its end, and its error is told", async () => {
  let done = 0;
  const counts = [STEP, STEP, 7];
  const going = async () => ({ count: counts[done++] ?? 0 });
  const failing = () => Promise.reject(new Error("cancelled"));
  await expect(inSteps([failing, going])).rejects.toThrow("cancelled");
  expect(done).toBe(counts.length);
});
