import { formatClock } from "@/lib/checkout/clock";
import { fillIn } from "@/lib/checkout/fill-in";
import { directionOf, type Locale } from "@/lib/checkout/locales";
import { amountText, amountWithUnit } from "./amount-text";
import { element } from "./dom";
import { type Mark, mark } from "./marks";
import type { Model, Shown } from "./shown";
import type { SpokenWords } from "./spoken";

export type HeadSight = {
  model: Model;
  shown: Shown;
  secondsLeft: number | null;
  words: SpokenWords;
  locale: Locale;
};

/** The window's header: shop, amount and status. Shown in every state. */
export function createHead(close: Node) {
  const shop = element("p", { class: "shop", id: "shop" });
  const reference = element("small");
  const title = element("h2", { tabindex: "-1", id: "title", dir: "ltr" });
  const status = element("p", { class: "status", role: "status" });
  const time = element("p", { class: "time", role: "timer" });
  const line = element("div", { class: "line" }, status, time);
  let amountShown: string | null = null;

  function showAmount(amount: string) {
    if (amount === amountShown) return;
    amountShown = amount;
    title.className = amount.length > 10 ? "longer" : amount.length > 6 ? "long" : "";
    title.replaceChildren(amount || "…", amount ? element("i", {}, "\u00a0USDT") : "");
  }

  function show({ model, shown, secondsLeft, words, locale }: HeadSight) {
    const { intent, instructions } = model;
    const rtl = directionOf(locale) === "rtl";
    const named = instructions?.reference;
    write(shop, instructions ? fillIn(words.payTo, { merchant: instructions.merchant_name }, rtl) : "");
    write(reference, named ? fillIn(words.reference, { reference: named }, rtl) : "");
    showAmount(intent ? amountText(intent.amount_usdt, locale) : "");
    title.hidden = shown === "failed";
    const sentence = statusLabel(model, shown, words, locale, rtl);
    status.hidden = !sentence;
    if (status.textContent !== sentence) {
      status.replaceChildren(mark(markOf(shown)), sentence);
    }
    time.hidden = secondsLeft === null || shown === "closing";
    write(time, secondsLeft ? fillIn(words.timeLeft, { time: formatClock(secondsLeft) }) : words.timeUp);
  }

  return { node: element("header", {}, shop, reference, title, line, close), title, show };
}

/** Leaves unchanged text alone, since screen readers announce every write. */
export function write(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text;
}

function markOf(shown: Shown): Mark {
  if (shown === "closing") return "confirming";
  return shown === "starting" || shown === "failed" ? "waiting" : shown;
}

function statusLabel({ intent, instructions }: Model, shown: Shown, words: SpokenWords, locale: Locale, rtl: boolean) {
  if (shown === "failed") return "";
  if (shown === "confirming") {
    const { confirmations: n, required: of } = instructions?.confirming ?? { confirmations: 0, required: 0 };
    return n < of ? fillIn(words.confirming, { n, of }, rtl) : words.finalizing;
  }
  if (shown === "partly") {
    const received = amountText(instructions?.received_usdt ?? 0, locale);
    return fillIn(words.partly, { received, amount: amountWithUnit(intent?.amount_usdt ?? 0, locale) }, rtl);
  }
  return words[shown === "closing" ? "timeUp" : shown];
}
