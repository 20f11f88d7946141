import { isTimeZone } from "@/lib/base/time/time-zone";

/**
 * Time zones that were renamed, by their old names. Browsers and Node still list the old ones; PostgreSQL has the names
 * of its system's tz database: the old ones may be in a package of their own (Debian's tzdata-legacy), the new ones too
 * new for it.
 */
export const RENAMED_ZONES: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** All names of a zone: as given, as this runtime calls it, and each before or after it was renamed. */
export function namesOfZone(name: string, renamed = RENAMED_ZONES): string[] {
  const known = isTimeZone(name)
    ? [name, new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone]
    : [name];
  const others = Object.entries(renamed).flatMap(([was, is]) =>
    known.flatMap((one) => (one === was ? [is] : one === is ? [was] : [])),
  );
  return [...new Set([...known, ...others])];
}
