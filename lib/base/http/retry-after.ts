const DAY = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?(?=,? )/;
/** IMF-fixdate and the obsolete RFC 850 date. */
const GMT_DATE = /^[A-Za-z]+, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
/** The obsolete asctime date, which names no zone and means GMT. */
const ASCTIME_DATE = /^[A-Za-z]+ [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * Seconds that a `Retry-After` header asks for (RFC 9110, 10.2.3): 0 for a past date, null when absent or malformed.
 */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const isAsctime = ASCTIME_DATE.test(text);
  if (!DAY.test(text) || !(isAsctime || GMT_DATE.test(text))) return null;
  const milliseconds = Date.parse(isAsctime ? `${text} GMT` : text);
  if (Number.isNaN(milliseconds)) return null;
  return Math.max(0, Math.ceil((milliseconds - now.getTime()) / 1000));
}
