import { getFragment } from "@/app/_realtime/call-service";
import { nextLookMs } from "@/lib/checkout/pace";
import { morph } from "./morph";
import { tellTimes } from "./times";

/**
 * Returns a function that brings the page up to date with the server, keeping focus and the chosen way to pay. It repeats
 * until it succeeds, and never replaces what is shown by nothing.
 */
export function pageUpdater(root: HTMLElement, id: string, onUpdate: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;

  async function update() {
    clearTimeout(timer);
    again = asking;
    if (asking) return;
    asking = true;
    const done = await tryUpdate();
    asking = false;
    failures = done ? 0 : failures + 1;
    if (again) return void update();
    if (!done) timer = setTimeout(update, nextLookMs({ failures }));
  }

  async function tryUpdate(): Promise<boolean> {
    const answer = await getFragment(id, chosen(root));
    if (!answer.ok) return false;
    try {
      const { title, tree } = answer.body;
      const focused = document.activeElement;
      morph(root, tree);
      document.title = title;
      if (focused && !focused.isConnected) focusHeading(root);
      tellTimes(root);
    } catch (error) {
      console.error(error);
      return false;
    }
    onUpdate();
    return true;
  }

  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-way]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    root.dataset.way = link.dataset.way;
    void update();
  });

  return () => void update();
}

/** The language and the way to pay that the page shows. */
function chosen(root: HTMLElement): string {
  const { way } = root.dataset;
  return new URLSearchParams({ lang: root.lang, ...(way && { way }) }).toString();
}

/** What had focus is gone: the reader is led to what the payment is now. */
function focusHeading(root: HTMLElement) {
  const heading = root.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
