import { expect, type Page } from "@playwright/test";

/** Translates the page that is open, and what is shown on it from now on. */
export const translate = (page: Page) => page.evaluate(replaceTexts);

/**
 * Nothing was written into a text that a translator had replaced: the page would go on showing what was true before.
 */
export async function expectNothingLost(page: Page) {
  const lost = await page.evaluate(() => (window as unknown as { lostTexts?: string[] }).lostTexts);
  expect(lost).toEqual([]);
}

/**
 * Runs in the page. Replaces each text by elements that hold a new text, as the translators of browsers do, and notes
 * what a script then writes into a text that has been replaced. Like them it leaves alone what carries
 * `translate="no"`.
 */
function replaceTexts() {
  const lostTexts: string[] = [];
  Object.assign(window, { lostTexts });
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue") as PropertyDescriptor;
  const replaced = new WeakSet<Node>();
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...value,
    set(this: Node, text: string | null) {
      if (replaced.has(this) && !this.isConnected) lostTexts.push(String(text));
      value.set?.call(this, text);
    },
  });

  const kept = '[translate="no"], font, style, script, noscript, title, textarea, svg';
  const replace = (text: Node) => {
    if (!text.parentElement || text.parentElement.closest(kept) || !text.nodeValue?.trim()) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text.nodeValue);
    outer.append(inner);
    replaced.add(text);
    text.parentElement.replaceChild(outer, text);
  };
  const replaceWithin = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    found.forEach(replace);
  };
  const follow = (root: Node) => {
    replaceWithin(root);
    const watching = { childList: true, characterData: true, subtree: true };
    const changes = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        if (target.nodeType === Node.TEXT_NODE) replace(target);
        for (const node of addedNodes) {
          if (node.nodeType === Node.TEXT_NODE) replace(node);
          else replaceWithin(node);
        }
      }
    });
    changes.observe(root, watching);
  };
  follow(document.body);
  // what Next says to screen readers when the page changes
  for (const { shadowRoot, localName } of document.querySelectorAll("*"))
    if (shadowRoot && localName !== "next-route-announcer") follow(shadowRoot);
}
