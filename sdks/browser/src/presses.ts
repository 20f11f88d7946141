/** Button presses, including those of buttons that are added or replaced later. */

type Press = (pressed: Element) => void;

/** Finds an element's handler; called for the clicked element, then for its ancestors. */
type Find = (element: Element) => Press | undefined;

/**
 * Captures every click and adds the handler to the element itself, after the page's own listeners: these can keep the
 * window closed with `stopImmediatePropagation`, and listeners on ancestors can't block it by accident.
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

/** Prevents following the link or sending the form, unless the customer opens a new tab. */
function follow(event: MouseEvent, press: Press, pressed: Element) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  press(pressed);
}

function isDisabled(element: Element) {
  return element.matches("[disabled],[aria-disabled=true]");
}
