import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until React has taken the control over: what is typed or chosen before is the browser's alone. */
export async function expectHydrated(control: Locator) {
  await expect.poll(() => control.evaluate((element) => Object.keys(element).join())).toContain("__reactProps");
}

/** Chooses a file in the page's one file input, as its button does once it works. */
export async function chooseFile(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  await expectHydrated(input);
  await input.setInputFiles(file);
}

/**
 * Waits until React has taken over all that Next rendered, since a press before that is lost. Other pages are ready.
 */
export async function untilHydrated(page: Page) {
  // a page that has gone on to another one can't answer
  const isNext = await page.evaluate(() => "__next_f" in window).catch(() => true);
  if (isNext) await page.waitForFunction(hydrated);
}

/** What is read of React's tree; `isDehydrated` and `dehydrated` mark what is still the server's. */
type Fiber = {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: { isDehydrated?: boolean; dehydrated?: object | null } | null;
};

/** Runs in the page. */
async function hydrated() {
  const isWhole = () => {
    const container = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$"));
    const root: Fiber | undefined = container?.[1]?.stateNode.current;
    if (!root?.child || root.memoizedState?.isDehydrated) return false;
    const fibers = [root];
    for (const { child, sibling, memoizedState } of fibers) {
      if (memoizedState?.dehydrated) return false;
      if (child) fibers.push(child);
      if (sibling) fibers.push(sibling);
    }
    return true;
  };
  const idle = () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 1_000 }));
  if (!("__next_f" in window)) return true;
  while (!isWhole()) await idle();
  // effects, which listen for keys, run after the markup was taken over
  await idle();
  return true;
}
