import { expect } from "@playwright/test";
import { Key, type WebElement } from "selenium-webdriver";
import type { Browser } from "./engines";

/** A page in a browser, by what a customer reads and presses, open shadow trees included. */
export type Tab = ReturnType<typeof newTab>;

export function newTab({ driver, resize }: Browser, baseUrl: string) {
  const evaluate = <T>(script: string): Promise<T> => driver.executeScript<T>(script);
  const read = () => evaluate<string>(`${DEEP} return textOf()`);
  const tab = {
    driver,
    resize,
    evaluate,
    read,
    open: (url: string) => driver.get(new URL(url, baseUrl).href),
    /** Waits until the page shows the words. */
    sees: (words: string) => expect.poll(read, { message: `shows "${words}"` }).toContain(words),
    async seesNot(words: string) {
      await expect.poll(read, { message: `no longer shows "${words}"` }).not.toContain(words);
    },
    /** Presses a button or link of this name as a hand does. */
    async press(name: string) {
      await (await tab.still(name)).click();
    },
    /** Waits until a button or link of this name takes presses and stands still. */
    still: (name: string) =>
      driver.wait<WebElement>(
        () => evaluate<WebElement>(`${DEEP} return pressable(${JSON.stringify(name)})`),
        90_000,
        `no "${name}" to press`,
      ),
    type: (...keys: string[]) =>
      driver
        .actions()
        .sendKeys(...keys)
        .perform(),
    title: () => expect.poll(() => driver.getTitle()),
    /** the name of what has focus */
    focused: () => expect.poll(() => evaluate<string>(`${DEEP} return nameOf(focused())`)),
    /** what the timer shows */
    timer: () => evaluate<string>(`${DEEP} return all().find((one) => one.role === "timer")?.textContent ?? ""`),
    images: () => evaluate<string[]>(`${DEEP} return all().filter(isImage).map(nameOf)`),
    /** pixels that stick out sideways */
    overflow: () => evaluate<number>(`${DEEP} return overflow()`),
    /** how red each pixel of the page's top left corner is on screen, row by row */
    reds: async (width: number, height: number) =>
      Buffer.from(await driver.executeScript<string>(REDS, await driver.takeScreenshot(), width, height), "base64"),
    /** Has the browser paint everything anew. */
    repaint: () =>
      evaluate(`const { style } = document.documentElement;
        const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        style.display = "none";
        return painted().then(() => { style.display = ""; return painted(); })`),
    /** what a paste into a new field gives */
    async paste() {
      await evaluate(`const field = document.createElement("textarea"); field.id = "pasted";
        document.body.append(field); field.focus()`);
      await driver.actions().keyDown(Key.CONTROL).sendKeys("v").keyUp(Key.CONTROL).perform();
      return evaluate<string>(`const field = document.getElementById("pasted"); field.remove(); return field.value`);
    },
  };
  return tab;
}

/** Functions for scripts in the page, which look into open shadow trees. */
const DEEP = `
  const within = (root) =>
    [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
  const all = () => within(document).filter((one) => one.checkVisibility());
  const plain = (text) => text.replaceAll("\\u00a0", " ").replace(/\\s+/g, " ").trim();
  const nameOf = (one) => plain(one?.ariaLabel ?? one?.innerText ?? one?.textContent ?? "");
  const isImage = (one) => one.getAttribute("role") === "img";
  const textOf = () =>
    [document.body, ...within(document).flatMap((one) => [...(one.shadowRoot?.children ?? [])])]
      .map((one) => plain(one.innerText ?? "")).join(" ");
  const isMoving = (one) => one.getRootNode().getAnimations().some(({ playState, effect }) =>
    playState === "running" && effect.target.contains(one));
  const pressable = (name) =>
    all().find((one) => one.matches("button:not([aria-disabled=true]), a[href]") && nameOf(one) === name
      && !isMoving(one)) ?? null;
  const focused = (root = document) =>
    root.activeElement?.shadowRoot ? focused(root.activeElement.shadowRoot) : root.activeElement;
  const overflow = () => Math.max(document.documentElement.scrollWidth,
      ...all().map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 1).map(({ right }) => right),
    ) - document.documentElement.clientWidth;`;

/** As one text, since a driver takes seconds for a list of so many numbers. */
const REDS = `
  const [png, width, height] = arguments;
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  return createImageBitmap(new Blob([bytes])).then((picture) => {
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let reds = "";
    for (let at = 0; at < data.length; at += 4) reds += String.fromCharCode(data[at]);
    return btoa(reds);
  });`;
