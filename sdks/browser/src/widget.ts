import { directionOf, languageTagOf } from "@/lib/customer/checkout/locales";
import { askShop, tillError } from "./ask-shop";
import type { TillError, TillIntent, TillOptions, TillWidget } from "./checkout";
import { type Payment, showPayment } from "./payment";
import { type Start, startTree } from "./start-tree";
import { type CheckoutWindow, openWindow } from "./window";
import { english, loadWords, localeOf } from "./words";

export type Widget = TillWidget & { open(opener?: Element | null): void };

export type Home = { base: string; nonce: string | undefined };

/** One window at a time on a page, and one callback per ended intent, however many widgets show it. */
let isOpen = false;
const told = new Set<string>();

/** A base URL without trailing slashes. */
export function bareBase(url: string): string {
  return /^.*[^/]/.exec(url)?.[0] ?? "";
}

/** What a button opens: one window with one intent at a time. */
export function createWidget(options: TillOptions, home: Home): Widget {
  const base = options.baseUrl === undefined ? home.base : bareBase(options.baseUrl);
  const locale = localeOf(options.locale);
  let words = english;
  /** kept when the window closes while the intent is pending, so that no one pays twice */
  let intent: TillIntent | null = null;
  let asking: Promise<TillIntent> | null = null;
  let status: Payment["status"] = "pending";
  /** null: the window shows the payment as the service tells it */
  let start: Start | null = "starting";
  let silent = false;
  /** `reset` was called while the window was open */
  let isStale = false;
  let view: CheckoutWindow | null = null;
  let showing: { stop(): void } | null = null;

  void loadWords(base, locale);

  function open(opener: Element | null = document.activeElement) {
    if (isOpen) return;
    isOpen = true;
    silent = false;
    const closesOutside = () => status !== "pending";
    const look = { theme: options.theme, nonce: home.nonce, lang: languageTagOf(locale), dir: directionOf(locale) };
    view = openWindow(opener, look, { onClose, onRetry: begin, closesOutside });
    loadWords(base, locale).then((loaded) => {
      words = loaded ?? words;
      if (start) showStart(start);
    });
    if (intent) show(intent);
    else begin();
  }

  function begin() {
    forget();
    if (!asking) isStale = false;
    const mine = asking ?? askShop(options.createIntent);
    asking = mine;
    showStart("starting");
    mine.then(
      (answer) => {
        if (asking !== mine) return;
        asking = null;
        intent = answer;
        if (view) show(answer);
      },
      (error: TillError) => {
        if (asking !== mine) return;
        asking = null;
        fail(error);
      },
    );
  }

  /** An open window keeps its payment, which the customer may be sending just now. */
  function reset() {
    isStale = view !== null;
    if (view) return;
    forget();
    asking = null;
  }

  function forget() {
    showing?.stop();
    intent = null;
    status = "pending";
    start = "starting";
  }

  function showStart(shown: Start) {
    start = shown;
    view?.name(words.payment);
    view?.show(startTree(shown, words, locale));
  }

  function show(shown: TillIntent) {
    if (!view) return;
    const { root, name } = view;
    showStart("starting");
    showing = showPayment(root, `${base}/pay/${shown.intent_id}`, {
      accepts({ environment }) {
        if (environment === shown.environment) {
          start = null;
          return true;
        }
        const message = `The intent belongs to ${environment}, but createIntent returned ${shown.environment}.`;
        fail(tillError("environment_mismatch", message, shown.intent_id));
        return false;
      },
      onShown(payment) {
        shown.amount_usdt = payment.amount_usdt;
        status = payment.status;
        name(payment.title);
        if (status !== "pending") tellEnd(shown);
      },
      onUnknown: () => fail(tillError("not_found", "The intent doesn't exist.", shown.intent_id)),
    });
  }

  function tellEnd({ intent_id, environment, amount_usdt }: TillIntent) {
    if (told.has(intent_id)) return;
    told.add(intent_id);
    const event = { intent_id, environment, amount_usdt };
    if (status === "paid") call(options.onSuccess, event);
    else if (status === "expired") call(options.onExpired, event);
    else call(options.onCancel, { ...event, reason: "cancelled" });
  }

  function fail(error: TillError) {
    forget();
    showStart("failed");
    call(options.onError, error);
  }

  function onClose() {
    showing?.stop();
    view = null;
    isOpen = false;
    const { intent_id = null, environment = null, amount_usdt = null } = intent ?? {};
    const isPending = status === "pending";
    if (!isPending) forget();
    start = "starting";
    if (isStale) reset();
    if (isPending && !silent) call(options.onCancel, { intent_id, environment, amount_usdt, reason: "closed" });
  }

  return {
    open,
    close: () => view?.close(),
    reset,
    destroy() {
      silent = true;
      asking = null;
      view?.close();
    },
  };
}

/** Reports a callback's error on the page without breaking the window. */
function call<Event>(callback: ((event: Event) => void) | undefined, event: Event) {
  try {
    callback?.(event);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
