import type { Tree } from "@/lib/customer/checkout/markup/tree";
import { nextPollMs } from "@/lib/customer/checkout/pace";
import { call, type Result } from "./call";
import { focusHeading } from "./focus-heading";
import { morph } from "./morph";
import { showLocalTimes } from "./show-local-times";

/** What the server answers: the payment as it is now. */
export type Shown = { tree: Exclude<Tree, string> };

/** Asks for the payment in the language and with the way to pay that `root` shows. */
export function getShown<S extends Shown>(url: string, root: HTMLElement, signal?: AbortSignal): Promise<Result<S>> {
  const { way } = root.dataset;
  const query = new URLSearchParams({ lang: root.lang, ...(way && { way }) });
  return call<S>(`${url}?${query}`, { signal });
}

/** Shows a payment, keeping what has focus. Where that is gone, the reader is led to what the payment is now. */
export function showTree(root: HTMLElement, { tree }: Shown) {
  const scope = root.getRootNode() as Document | ShadowRoot;
  const focused = scope.activeElement;
  morph(root, tree);
  const heading = root.querySelector<HTMLElement>("h1, h2");
  if (focused && (!focused.isConnected || focused === heading)) focusHeading(heading);
  showLocalTimes(root);
}

/**
 * Returns a function that brings `root` up to date with the server at `url`, and does so when a way to pay is chosen.
 * It repeats until it succeeds, and never replaces what is shown by nothing.
 */
export function createUpdater<S extends Shown>(root: HTMLElement, url: string, onUpdate: (shown: S) => void) {
  const end = new AbortController();
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;

  async function update() {
    clearTimeout(timer);
    again = asking;
    if (asking || end.signal.aborted) return;
    asking = true;
    const done = await tryUpdate();
    asking = false;
    failures = done ? 0 : failures + 1;
    if (again) return void update();
    if (!done && !end.signal.aborted) timer = setTimeout(update, nextPollMs({ failures }));
  }

  async function tryUpdate(): Promise<boolean> {
    const { way } = root.dataset;
    const answer = await getShown<S>(url, root, end.signal);
    if (!answer.ok || end.signal.aborted) return false;
    // another way was chosen meanwhile, and requested next
    if (root.dataset.way !== way) return true;
    try {
      showTree(root, answer.body);
    } catch (error) {
      console.error(error);
      return false;
    }
    onUpdate(answer.body);
    return true;
  }

  root.addEventListener(
    "click",
    (event) => {
      const link = (event.target as Element).closest<HTMLElement>("a[data-way]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      root.dataset.way = link.dataset.way;
      void update();
    },
    { signal: end.signal },
  );

  return {
    update: () => void update(),
    stop() {
      clearTimeout(timer);
      end.abort();
    },
  };
}
