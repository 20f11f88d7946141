export function median(values) {
  return percentile(values, 50);
}

/** The value below which `share` per cent lie; between two values the nearer one, for the median their middle. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (share === 50 && Number.isInteger(middle)) return ((sorted[middle - 1] ?? Number.NaN) + sorted[middle]) / 2;
  return sorted[Math.min(sorted.length - 1, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const perSecond = (value) => `${whole(value)}/s`;
export const milliseconds = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ms`;
export const seconds = (value) => `${value.toFixed(2)} s`;
export const microseconds = (value) => `${whole(value)} µs`;
export const kilobytes = (value) => `${(value / 1_000).toFixed(1)} kB`;
export const whole = (value) => Math.round(value).toLocaleString("en-US");
