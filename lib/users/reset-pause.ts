/**
 * Minutes to wait before the next reset email, by the number sent within a day, so that no one can flood a mailbox. At
 * most seven in any 24 hours.
 */
export function resetPauseMinutes(linksToday: number): number {
  return [0, 1, 5, 30, 120, 360, 360][linksToday] ?? 1_440;
}
