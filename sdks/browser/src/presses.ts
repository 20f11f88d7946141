/** Presses of buttons, those included that come to the page later or are made anew. */

type Press = (pressed: Element) => void;

/** Finds what a press belongs to, going up from the element that was hit. */
type Find = (element: Element) => Press | undefined;

/**
 * Hears every click on its way down and hangs the opening on the element itself, behind the page's own listeners: these can
 * keep the window shut by `stopImmediatePropagation`, and nobody above can swallow the press by mistake.
 */
export function listenForPresses(find: Find) {
  document.addEventListener(
    "click",
    (event) => {
      for (const hit of event.composedPath()) {
        const press = hit instanceof Element ? find(hit) : undefined;
        if (!press || isDisabled(hit as Element)) continue;
        hit.addEventListener("click", (reached) => follow(reached as MouseEvent, press, hit as Element), {
          once: true,
        });
        return;
      }
    },
    true,
  );
}

/** A link is not followed and a form not sent, unless the customer asked for a new tab. */
function follow(event: MouseEvent, press: Press, pressed: Element) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  press(pressed);
}

function isDisabled(element: Element) {
  return element.matches("[disabled],[aria-disabled=true]");
}
