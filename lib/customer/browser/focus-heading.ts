/** Moves the focus to a heading, where the reader goes on after what had it is gone. */
export function focusHeading(heading: HTMLElement | null) {
  heading?.setAttribute("tabindex", "-1");
  heading?.focus();
}
