import { copyOnPress } from "@/lib/customer/browser/copy";
import { morph } from "@/lib/customer/browser/morph";
import type { Shown } from "@/lib/customer/browser/updater";
import { dress, holdPage } from "./sheet";

export type CheckoutWindow = {
  /** what the payment is shown in */
  root: HTMLElement;
  /** shows the window's own markup */
  show(tree: Shown["tree"]): void;
  name(label: string): void;
  close(): void;
};

type Look = { theme?: string; nonce?: string; lang: string; dir: string };
type Listener = {
  onClose(): void;
  onRetry(): void;
  /** whether a press beside the window closes it */
  closesOutside(): boolean;
};

// kept from the page, so that its shortcuts and "click outside" handlers don't react
const KEPT_INSIDE = ["keydown", "keyup", "click", "mousedown", "pointerdown", "touchstart", "focusin", "focusout"];

/** Opens the window above everything on the page, in its own shadow tree. `onClose` is called once. */
export function openWindow(opener: Element | null, look: Look, listener: Listener): CheckoutWindow {
  const root = document.createElement("section");
  const dialog = document.createElement("dialog");
  dialog.lang = look.lang;
  dialog.dir = look.dir;
  // the receipt comes out of the amount, as on a page that has waited
  dialog.setAttribute("data-was-waiting", "");
  dialog.append(root);
  let open = true;

  // the dialog's own `close` event comes a moment later, when another window may be open already
  function close() {
    if (!open) return;
    open = false;
    dialog.close();
    host.remove();
    release();
    // `focus` may be the page's own code, and a window that wasn't told of would keep all others closed
    try {
      focusAgain(opener);
    } finally {
      listener.onClose();
    }
  }

  const { host, release } = mount(dialog, look);
  copyOnPress(dialog);
  dialog.addEventListener("click", (event) => {
    const { target } = event;
    if (target === dialog) {
      if (isOutside(dialog, event) && listener.closesOutside()) close();
    } else if ((target as Element).closest("[data-close]")) close();
    else if ((target as Element).closest("[data-retry]")) listener.onRetry();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", close);
  dialog.showModal();

  return {
    root,
    show(tree) {
      const focused = (root.getRootNode() as ShadowRoot).activeElement;
      morph(root, tree);
      const retry = root.querySelector<HTMLElement>("[data-retry]");
      if (retry || !focused?.isConnected || focused === dialog) {
        (retry ?? root.querySelector<HTMLElement>("h2"))?.focus();
      }
    },
    name: (label) => dialog.setAttribute("aria-label", label),
    close,
  };
}

/** Adds the window to the page in its colour scheme, and stops the page from scrolling. */
function mount(dialog: HTMLElement, { theme, nonce }: Look) {
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colour = () =>
    host.setAttribute("data-theme", theme === "dark" || (theme !== "light" && dark.matches) ? "dark" : "light");
  colour();
  dark.addEventListener("change", colour);
  dress(root, nonce);
  root.append(dialog);
  for (const type of KEPT_INSIDE) root.addEventListener(type, (event) => event.stopPropagation());
  // outside the body, which frameworks replace, hide or disable
  document.documentElement.append(host);
  const letGo = holdPage();
  const release = () => {
    dark.removeEventListener("change", colour);
    letGo();
  };
  return { host, release };
}

/** Returns focus to the opener, or to the element that now has its id. */
function focusAgain(opener: Element | null) {
  const target = opener?.isConnected === false ? document.getElementById(opener.id) : opener;
  (target as HTMLElement | null)?.focus();
}

/** Whether the press hit the backdrop, which belongs to the dialog but lies outside its box. */
function isOutside(dialog: Element, { clientX, clientY }: MouseEvent) {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
