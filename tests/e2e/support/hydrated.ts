import { expect, type Locator } from "@playwright/test";

/** Waits until React has taken the control over: what is typed or chosen before is the browser's alone. */
export async function expectHydrated(control: Locator) {
  await expect.poll(() => control.evaluate((element) => Object.keys(element).join())).toContain("__reactProps");
}

/** Chooses a file in the page's one file input, as its button does once it works. */
export async function chooseFile(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  await expectHydrated(input);
  await input.setInputFiles(file);
}
