/** The browser's noon of a calendar day such as `2026-11-20`; undefined for any other text. */
export function toDate(day: string): Date | undefined {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(dayOfMonth), 12);
  return toDay(date) === day ? date : undefined;
}

/** The calendar day of a date on the browser's clock; empty for none. */
export function toDay(date: Date | undefined): string {
  if (!date) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
