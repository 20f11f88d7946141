/** Marks that a page is on the way: the shell's progress line follows it by CSS, within a frame. */
export function OnTheWay({ when }: { when: boolean }) {
  return when ? <span hidden data-on-the-way="" /> : null;
}
