import { en } from "@/lib/checkout/words/en";
import { askShop, tillError } from "./ask-shop";
import type { TillError, TillIntent, TillOptions, TillWidget } from "./checkout";
import type { Instructions, IntentStatus } from "./service";
import type { SpokenWords } from "./spoken";
import { watchIntent } from "./watch";
import { type CheckoutWindow, openWindow, type Trouble } from "./window";
import { loadWords, localeOf } from "./words";

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
  let words: SpokenWords = en;
  /** kept when the window closes while the intent is pending, so that no one pays twice */
  let intent: TillIntent | null = null;
  let asking: Promise<TillIntent> | null = null;
  let instructions: Instructions | null = null;
  let failed = false;
  let trouble: Trouble = null;
  let deadlineMs: number | null = null;
  let silent = false;
  let view: CheckoutWindow | null = null;
  let watching: { stop(): void } | null = null;
  let clock = 0;

  void loadWords(base, locale);

  function open(opener: Element | null = document.activeElement) {
    if (isOpen) return;
    isOpen = true;
    silent = false;
    view = openWindow(opener, { theme: options.theme, nonce: home.nonce }, { onClose, onRetry: start });
    loadWords(base, locale).then((loaded) => {
      words = loaded ?? words;
      show();
    });
    clock = window.setInterval(show, 500);
    if (intent) watch(intent);
    else start();
    show();
  }

  function start() {
    forget();
    const mine = asking ?? askShop(options.createIntent);
    asking = mine;
    show();
    mine.then(
      (answer) => {
        if (asking !== mine) return;
        asking = null;
        intent = answer;
        if (view) watch(answer);
      },
      (error: TillError) => {
        if (asking !== mine) return;
        asking = null;
        fail(error);
      },
    );
  }

  function forget() {
    watching?.stop();
    intent = instructions = deadlineMs = trouble = null;
    failed = false;
  }

  function watch(shown: TillIntent) {
    watching = watchIntent(base, shown.intent_id, {
      onAnswer(answer) {
        if (answer.environment !== shown.environment) {
          const message = `The intent belongs to ${answer.environment}, but createIntent returned ${shown.environment}.`;
          return fail(tillError("environment_mismatch", message, shown.intent_id));
        }
        shown.amount_usdt = answer.amount_usdt;
        instructions = answer;
        // keep the earliest deadline: a response that was slow to arrive would extend it
        const told = performance.now() + answer.expires_in_seconds * 1_000;
        deadlineMs = Math.min(deadlineMs ?? told, told);
        show();
        if (answer.status !== "pending") tellEnd(shown, answer.status);
      },
      onTrouble(kind) {
        if (kind === "unknown") return fail(tillError("not_found", "The intent doesn't exist.", shown.intent_id));
        trouble = kind;
        show();
      },
    });
    show();
  }

  function tellEnd(ended: TillIntent, status: IntentStatus) {
    const { intent_id, environment, amount_usdt } = ended;
    if (told.has(intent_id)) return;
    told.add(intent_id);
    const event = { intent_id, environment, amount_usdt };
    if (status === "paid") call(options.onSuccess, event);
    else if (status === "expired") call(options.onExpired, event);
    else call(options.onCancel, { ...event, reason: "cancelled" });
  }

  function fail(error: TillError) {
    forget();
    failed = true;
    show();
    call(options.onError, error);
  }

  function onClose() {
    clearInterval(clock);
    watching?.stop();
    view = null;
    isOpen = false;
    const { intent_id = null, environment = null, amount_usdt = null } = intent ?? {};
    const unpaid = statusNow() === "pending";
    if (!unpaid || failed) forget();
    if (unpaid && !silent) call(options.onCancel, { intent_id, environment, amount_usdt, reason: "closed" });
  }

  const statusNow = () => instructions?.status ?? "pending";

  function show() {
    const status = statusNow();
    const pending = status === "pending";
    // ignore fractions of a millisecond, which would round up to an extra second
    const left = deadlineMs && Math.ceil((deadlineMs - performance.now() - 1) / 1_000);
    const secondsLeft = pending && left !== null ? Math.max(0, left) : null;
    const model = { intent, status, instructions, failed, timeUp: secondsLeft === 0 };
    view?.show({ model, trouble: pending ? trouble : null, secondsLeft, words, locale });
  }

  return {
    open,
    close: () => view?.close(),
    reset() {
      if (!view) {
        forget();
        asking = null;
      }
    },
    destroy() {
      silent = true;
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
