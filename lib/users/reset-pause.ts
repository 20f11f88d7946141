/**
 * How long nothing more is mailed after so many links to a new password within a day: a second mail helps nobody but who
 * floods a mailbox. At most seven in any 24 hours.
 */
export function resetPauseMinutes(linksToday: number): number {
  return [0, 1, 5, 30, 120, 360, 360][linksToday] ?? 1_440;
}
