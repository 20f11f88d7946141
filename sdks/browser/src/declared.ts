import type { TillIntent, TillOptions } from "./checkout";
import { createWidget, type Home, type Widget } from "./widget";

/** Buttons configured by attributes: `<button data-till-create-url="/orders/42/pay">`. */

const LEAVE_AFTER_MS = 2_500;
type Declared = {
  made: Widget;
  forUrl: string;
  /** the visible fields that the payment was created with */
  posted?: string;
};
const widgets = new WeakMap<Element, Declared>();

/** The handler of such a button; undefined for another element. */
export function declaredPress(element: Element, home: Home, defaults: DOMStringMap) {
  const forUrl = element.getAttribute("data-till-create-url");
  if (forUrl === null) return undefined;
  return () => {
    const form = formOf(element);
    if (form && !form.reportValidity()) return;
    let known = widgets.get(element);
    if (known?.forUrl !== forUrl) {
      known = { made: createWidget(optionsOf(element as HTMLElement, forUrl, defaults), home), forUrl };
      widgets.set(element, known);
    }
    // a changed form is another order, and the payment of the earlier one isn't shown for it
    if (known.posted !== visibleFields(form)) known.made.reset();
    known.made.open(element);
  };
}

function optionsOf(element: HTMLElement, forUrl: string, defaults: DOMStringMap): TillOptions {
  const { tillLocale, tillTheme, tillSuccessUrl } = { ...defaults, ...element.dataset };
  const tell = (name: string) => (detail: object) => {
    const target = element.isConnected ? element : document;
    target.dispatchEvent(new CustomEvent(`till:${name}`, { bubbles: true, composed: true, detail }));
  };
  return {
    locale: tillLocale,
    theme: tillTheme as TillOptions["theme"],
    createIntent: () => postForm(element, forUrl),
    onSuccess(event) {
      tell("success")(event);
      if (tillSuccessUrl) leaveFor(tillSuccessUrl);
    },
    onCancel: tell("cancel"),
    onExpired: tell("expired"),
    onError: tell("error"),
  };
}

/**
 * Posts the fields of the surrounding form, which usually hold the CSRF token, to the shop's own endpoint. Rejects
 * another origin, since an attribute may be part of injected markup.
 */
async function postForm(element: HTMLElement, forUrl: string): Promise<TillIntent> {
  const url = new URL(forUrl, document.baseURI);
  if (url.origin !== location.origin) throw new Error(`data-till-create-url must be on ${location.origin}.`);
  const form = formOf(element);
  const body = fieldsOf(form);
  const known = widgets.get(element);
  if (known) known.posted = visibleFields(form);
  const response = await fetch(url, { method: "POST", headers: { Accept: "application/json" }, body });
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}.`);
  return response.json();
}

const formOf = (element: Element) => (element as HTMLButtonElement).form ?? element.closest("form");

/** What is posted: all fields except files. */
function fieldsOf(form: HTMLFormElement | null) {
  const fields = new URLSearchParams();
  if (form)
    new FormData(form).forEach((value, name) => {
      if (typeof value === "string") fields.append(name, value);
    });
  return fields;
}

/** What is posted, without hidden fields: a CSRF token can change while the order stays the same. */
function visibleFields(form: HTMLFormElement | null) {
  const fields = `${fieldsOf(form)}`.split("&");
  for (const { type, name, value } of (form?.elements ?? []) as Iterable<HTMLInputElement>) {
    // only one of its name: a checkbox often follows a hidden field that is posted while it isn't checked
    const index = type === "hidden" ? fields.indexOf(`${new URLSearchParams([[name, value]])}`) : -1;
    if (index >= 0) fields.splice(index, 1);
  }
  return fields.join("&");
}

function leaveFor(address: string) {
  const url = new URL(address, document.baseURI);
  if (/^https?:$/.test(url.protocol)) setTimeout(() => location.assign(url), LEAVE_AFTER_MS);
}
