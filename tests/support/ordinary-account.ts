import { onTestFinished } from "vitest";

const NOBODY = 65_534;

/**
 * Lets file permissions hold for this process until the test ends, also where the tests run as root, whom nothing is
 * denied.
 */
export function becomeOrdinaryAccount(): void {
  if (process.geteuid?.() !== 0) return;
  process.seteuid?.(NOBODY);
  onTestFinished(() => process.seteuid?.(0));
}
