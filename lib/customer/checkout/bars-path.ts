/** Confirmations as bars in a row, twelve units from one to the next. Pure, for the server and for browsers. */
export const BAR_STEP = 12;

export function barsPath(count: number): string {
  return Array.from({ length: count }, (_, index) => `M${index * BAR_STEP + 0.5} .5h7v19h-7z`).join("");
}
