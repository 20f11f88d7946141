import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const ALL = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** For a page that is looked at in both: the dark scheme changes its colours alone. */
export const rulesIn = { light: ALL, dark: COLOURS };

/**
 * No serious or critical breach of WCAG 2.2 AA. The library is evaluated, since the policy allows no foreign script.
 */
export async function expectAccessible(page: Page, rules = ALL) {
  await page.evaluate(settled);
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(source);
  // after a step inside the application the title comes with the last of the page
  await expect(page).toHaveTitle(/./);
  const { violations } = await page.evaluate((runOnly) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return axe.run({ resultTypes: ["violations"], runOnly });
  }, rules);
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

/** Runs in the page. Colours in the middle of a transition are no one's; what turns for ever is left out. */
export async function settled() {
  const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const moving = [document, ...shadows]
    .flatMap((root) => root.getAnimations())
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}
