/** Marks that a navigation is pending: the shell's progress line follows this mark by CSS, within a frame. */
export function PendingIndicator({ when }: { when: boolean }) {
  return when ? <span hidden data-pending="" /> : null;
}
