import type { TillCheckout, TillOptions, TillWidget } from "./checkout";
import { declaredPress } from "./declared";
import { listenForPresses } from "./presses";
import { bareBase, createWidget, type Home, type Widget } from "./widget";

declare const TILL_VERSION: string;

// `currentScript` is set only while the script first runs
const tag = document.currentScript as HTMLScriptElement | null;

/** Adds the global `Till`, unless the page already has one, for example from including the script twice. */
// `Object.hasOwn` is younger than some browsers that are supported
if (Object.getOwnPropertyDescriptor(window, "Till") === undefined) {
  const home: Home = { base: baseOf(tag), nonce: tag?.nonce };
  const byId = new Map<string, Widget>();
  const byElement = new WeakMap<Element, Widget>();

  const checkout = (options: TillOptions): TillWidget => {
    if (typeof options?.createIntent !== "function") throw new TypeError("Till.checkout requires createIntent.");
    const { button } = options;
    const widget = createWidget({ ...options }, home);
    // a second call for the same button replaces the first
    if (typeof button === "string") byId.set(button, widget);
    else if (button) byElement.set(button, widget);
    return {
      ...widget,
      // without the opener, which would be the event where a page uses `open` as a handler
      open: () => widget.open(),
      destroy() {
        widget.destroy();
        if (typeof button === "string" && byId.get(button) === widget) byId.delete(button);
        else if (button instanceof Element && byElement.get(button) === widget) byElement.delete(button);
      },
    };
  };

  listenForPresses((element) => {
    const widget = byElement.get(element) ?? byId.get(element.id);
    return widget ? (pressed) => widget.open(pressed) : declaredPress(element, home, tag?.dataset ?? {});
  });

  const global: TillCheckout = Object.freeze({ version: TILL_VERSION, checkout });
  Object.defineProperty(window, "Till", { value: global });
}

/** Till's URL: `data-till-base-url` of the script's tag, or the script's origin. */
function baseOf(script: HTMLScriptElement | null): string {
  const stated = script?.dataset.tillBaseUrl;
  if (stated) return bareBase(stated);
  return script?.src ? new URL(script.src).origin : location.origin;
}
