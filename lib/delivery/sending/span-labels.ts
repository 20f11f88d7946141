/** A duration: `41 ms`, `2.1 s`. */
export function formatElapsed(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)}\u00a0ms` : `${(milliseconds / 1_000).toFixed(1)}\u00a0s`;
}

/** A time span ahead: `100 s`, `17 min`, `2 h 47 min`. */
export function formatTimeUntil(seconds: number): string {
  if (seconds < 120) return `${Math.max(1, Math.round(seconds))}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes}\u00a0min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}\u00a0h${rest === 0 ? "" : ` ${rest}\u00a0min`}`;
}
