import { fillIn } from "@/lib/checkout/fill-in";
import type { Locale } from "@/lib/checkout/locales";
import { amountToCopy, amountWithUnit, inGroupsOfFour } from "./amount-text";
import { copyText } from "./copy-text";
import { button, element } from "./dom";
import { mark, qrCode } from "./marks";
import { type Model, missingOf, type Shown, walletLinkOf } from "./shown";
import type { SpokenWords } from "./spoken";

export type Way = "link" | "address";

export type Scene = {
  model: Model;
  shown: Shown;
  words: SpokenWords;
  locale: Locale;
  rtl: boolean;
  way: Way;
  choose(way: Way): void;
  close(): void;
  retry(): void;
};

/** The window's content for each state. */
export function paperOf(scene: Scene): Node[] {
  switch (scene.shown) {
    case "starting":
      return [element("div", { class: "hole" })];
    case "failed":
      return [element("p", { role: "alert" }, scene.words.startFailed), go(scene.words.tryAgain, scene.retry)];
    case "paid":
      return receipt(scene);
    case "closing":
      return ended(scene, "timeUp", "closingText", "closingNext");
    case "expired":
      return ended(scene, "expiredTitle", "expiredHint", "startOver");
    case "cancelled":
      return ended(scene, "cancelledTitle", "cancelledHint", "startOver");
    default:
      return request(scene);
  }
}

/** No code to scan while enough is being confirmed. In live the address comes first: hardly any wallet knows the link. */
function request(scene: Scene): Node[] {
  const { model, words } = scene;
  const address = model.instructions?.address;
  if (missingOf(model) === 0) return [element("p", { class: "quiet" }, words.mayClose)];
  const link = walletLinkOf(model);
  return [
    ...(scene.shown === "partly" ? [missing(scene)] : []),
    ...(address && link ? [waysOf(scene)] : []),
    ...(address && (!link || scene.way === "address") ? byAddress(scene, address) : byLink(scene)),
    element("p", { class: "quiet" }, words.mayClose),
  ];
}

function byLink(scene: Scene): Node[] {
  const { words, model } = scene;
  const link = walletLinkOf(model);
  if (!link) return [element("div", { class: "hole" })];
  const name = fillIn(words.qrName, { amount: amountWithUnit(missingOf(model), scene.locale) }, scene.rtl);
  return [
    qrCode(link, name),
    element("a", { class: "go", href: link, rel: "noreferrer" }, words.openWallet),
    element("p", { class: "quiet" }, words.scan),
  ];
}

/** The bare address, which every wallet can scan, and the values to copy into a wallet. */
function byAddress({ words, model, locale, rtl }: Scene, address: string): Node[] {
  const amount = missingOf(model);
  const groups = inGroupsOfFour(address).map((group, at) =>
    element("span", {}, ...marked(group, at * 4, address.length)),
  );
  const shownAddress = element("code", { dir: "ltr" }, ...groups);
  const shownAmount = element("bdi", { class: "money strong", dir: "ltr" }, amountWithUnit(amount, locale));
  return [
    qrCode(address, words.addressQrName),
    element(
      "dl",
      { class: "copies" },
      copied(words.address, shownAddress, copyButton(address, shownAddress, words.copyAddress, words)),
      copied(words.amount, shownAmount, copyButton(amountToCopy(amount), shownAmount, words.copyAmount, words)),
      copied(
        words.network,
        element("span", {}, element("bdi", { class: "strong" }, networkOf(model, words)), " · ", words.usdtOnly),
      ),
    ),
    element("p", { class: "note" }, fillIn(words.mustArrive, { amount: amountWithUnit(amount, locale) }, rtl)),
  ];
}

/** The main network's name in the reader's language; any other network's own name. */
function networkOf({ instructions }: Model, words: SpokenWords): string {
  return (instructions?.network !== "tron-mainnet" && instructions?.network_name) || words.networkName;
}

function copied(name: string, value: Node, action: Node | null = null): Node {
  return element("div", {}, element("dt", {}, name), element("dd", {}, value, action));
}

/** Marks the first and last six characters, which customers compare. */
function marked(group: string, start: number, length: number): Node[] {
  return [...group].map((character, at) => {
    const place = start + at;
    return element(place < 6 || place >= length - 6 ? "b" : "bdi", {}, character);
  });
}

function waysOf({ words, way, choose }: Scene): Node {
  const choice = (value: Way, label: string) => {
    const made = button("", () => choose(value), label);
    made.setAttribute("aria-pressed", String(way === value));
    made.id = value;
    return made;
  };
  return element(
    "div",
    { class: "ways", role: "group", "aria-label": words.ways },
    choice("address", words.anyWallet),
    choice("link", words.walletApp),
  );
}

function missing({ words, model, locale }: Scene): Node {
  return element(
    "div",
    { class: "note" },
    lines([words.remaining, amountWithUnit(missingOf(model), locale), true]),
    words.remainingHint,
  );
}

function receipt({ words, model, locale, close }: Scene): Node[] {
  const amount = model.intent?.amount_usdt ?? 0;
  const received = model.instructions?.received_usdt || amount;
  const differs = received !== amount;
  return [
    element("p", { class: "done" }, mark("paid"), words.paid),
    element("p", {}, words.paidHint),
    element("div", { class: "cut" }),
    lines(
      [differs ? words.amountDue : words.amount, amountWithUnit(amount, locale), !differs],
      ...(differs ? [[words.received, amountWithUnit(received, locale), true] as Line] : []),
      paymentLine(words, model),
    ),
    ...(received > amount ? [element("p", {}, words.overpaidHint)] : []),
    ...(model.intent?.environment === "sandbox" ? [element("p", { class: "quiet" }, words.sandboxPaid)] : []),
    go(words.done, close),
  ];
}

type Said = keyof SpokenWords;

function ended({ words, model, close }: Scene, title: Said, hint: Said, next: Said): Node[] {
  return [
    element("h3", {}, words[title]),
    element("p", {}, words[hint]),
    element("p", { class: "quiet" }, words[next]),
    element("div", { class: "cut" }),
    lines(paymentLine(words, model)),
    go(words.close, close),
  ];
}

type Line = [name: string, value: string, strong?: boolean];

function paymentLine(words: SpokenWords, { intent }: Model): Line {
  const id = intent?.intent_id ?? "";
  return [words.payment, `${id.slice(0, 8)}…${id.slice(-4)}`];
}

function lines(...all: Line[]): Node {
  return element(
    "dl",
    { class: "lines" },
    ...all.map(([name, value, strong]) =>
      element(
        "div",
        {},
        element("dt", {}, name),
        element("dd", {}, element("bdi", { class: strong ? "money strong" : "money", dir: "ltr" }, value)),
      ),
    ),
  );
}

function go(label: string, onClick: () => void): HTMLButtonElement {
  return button("go", onClick, label);
}

/** Shows the outcome in the button. Screen readers announce it, since the focused button's name changes. */
function copyButton(text: string, shown: Element, name: string, words: SpokenWords): HTMLButtonElement {
  const say = (label: string, sign: Node | string) => {
    made.setAttribute("aria-label", label);
    made.replaceChildren(sign);
  };
  const made = button("", async () => {
    if (await copyText(text, shown)) say(words.copied, mark("copied"));
    else say(words.copyFailed, words.copyFailed);
    setTimeout(() => say(name, mark("copy")), 2_000);
  });
  say(name, mark("copy"));
  return made;
}
