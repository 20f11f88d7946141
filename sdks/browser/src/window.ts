import { directionOf, type Locale, languageTagOf } from "@/lib/checkout/locales";
import { button, element } from "./dom";
import { createHead, write } from "./head";
import { mark } from "./marks";
import { paperOf, type Way } from "./papers";
import { dress, holdPage } from "./sheet";
import { type Model, missingOf, type Shown, shownOf } from "./shown";
import type { SpokenWords } from "./spoken";

export type Trouble = "offline" | "away" | null;

type Sight = {
  model: Model;
  trouble: Trouble;
  /** whole seconds; null: unknown, or no longer relevant */
  secondsLeft: number | null;
  words: SpokenWords;
  locale: Locale;
};

export type CheckoutWindow = { show(sight: Sight): void; close(): void };

type Look = { theme?: string; nonce?: string };
type Listener = { onClose(): void; onRetry(): void };

// kept from the page, so that its shortcuts and "click outside" handlers don't react
const KEPT_INSIDE = ["keydown", "keyup", "click", "mousedown", "pointerdown", "touchstart", "focusin", "focusout"];

/** Opens the window above everything on the page, in its own shadow tree. `onClose` is called once. */
export function openWindow(opener: Element | null, look: Look, listener: Listener): CheckoutWindow {
  const cross = button("x", close, mark("close"));
  const head = createHead(cross);
  const band = element("div", { class: "band" }, element("b"));
  const note = element("p", { class: "note", role: "status" });
  const roll = createRoll(head.title, { close, retry: listener.onRetry });
  const slot = element("div", { class: "slot" });
  const hold = element("div", { class: "hold" }, roll.node);
  const dialog = element("dialog", { "aria-labelledby": "shop title" }, band, head.node, note, slot, hold);
  let status = "";
  let open = true;

  // the dialog's own `close` event comes a moment later, when another window may be open already
  function close() {
    if (!open) return;
    open = false;
    dialog.close();
    host.remove();
    release();
    focusAgain(opener);
    listener.onClose();
  }

  function show(sight: Sight) {
    const { model, words, locale } = sight;
    const shown = shownOf(model);
    status = model.status;
    dialog.lang = languageTagOf(locale);
    dialog.dir = directionOf(locale);
    dialog.className = shown === "expired" || shown === "cancelled" ? `${shown} over` : shown;
    // names the dialog until the shop and the amount are known
    dialog.setAttribute("aria-label", words.payment);
    cross.setAttribute("aria-label", words.close);
    band.hidden = model.intent?.environment !== "sandbox";
    write(band.firstChild as Element, words.sandbox);
    note.hidden = sight.trouble === null;
    write(note, sight.trouble ? words[sight.trouble] : "");
    const focus = roll.show({ ...sight, shown });
    head.show({ ...sight, shown });
    focus?.focus();
  }

  const { host, release } = mount(dialog, look);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside(dialog, event) && status !== "pending") close();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener("close", close);
  dialog.showModal();
  head.title.focus();
  return { show, close };
}

/** The window's content. Rebuilt only when it changes, so that focus and a pressed button are kept. */
function createRoll(title: HTMLElement, actions: { close(): void; retry(): void }) {
  const node = element("div", { class: "roll" });
  let way: Way = "address";
  let printed = "";
  let last: Sight & { shown: Shown };

  /** Returns what to focus if the focused element was removed. */
  function show(sight: Sight & { shown: Shown }): HTMLElement | null {
    last = sight;
    const { model, words, locale, shown } = sight;
    const { address, checkout_uri, received_usdt } = model.instructions ?? {};
    const kind = shown === "confirming" ? "waiting" : shown;
    const { intent_id, amount_usdt } = model.intent ?? {};
    const now = [
      kind,
      words.close,
      way,
      address,
      missingOf(model),
      shown === "paid" && received_usdt,
      checkout_uri,
      intent_id,
      amount_usdt,
    ].join();
    if (now === printed) return null;
    printed = now;
    const root = node.getRootNode() as ShadowRoot;
    const holder = root.activeElement;
    const rtl = directionOf(locale) === "rtl";
    node.replaceChildren(...paperOf({ ...actions, model, shown, words, locale, rtl, way, choose }));
    if (shown === "failed") return node.querySelector("button");
    const same = holder?.id ? root.getElementById(holder.id) : null;
    return holder?.isConnected ? null : (same ?? title);
  }

  function choose(chosen: Way) {
    way = chosen;
    show(last)?.focus();
  }

  return { node, show };
}

/** Adds the window to the page in its colour scheme, and stops the page from scrolling. */
function mount(dialog: HTMLElement, { theme, nonce }: Look) {
  const host = element("div");
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
