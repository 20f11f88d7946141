/**
 * Formatters that never throw, whatever a browser calls its language or zone (`C`, `en-US@posix`, `Etc/Unknown`): a
 * language it does not know is replaced by English, a zone by UTC. All of our `Intl` goes through here. Pure.
 */

const ENGLISH = "en-GB";

/** Without any `Intl`, plain digits: `1234.5`. */
export function numberFormat(language: string, options?: Intl.NumberFormatOptions): Pick<Intl.NumberFormat, "format"> {
  const plain = { format: String };
  return firstThatWorks(plain, [language, ENGLISH], (tag) => new Intl.NumberFormat(tag, options));
}

/** Null without any `Intl`. */
export function dateTimeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | null {
  const inZone = (zone: Intl.DateTimeFormatOptions) =>
    firstThatWorks(null, [language, ENGLISH], (tag) => new Intl.DateTimeFormat(tag, { ...options, ...zone }));
  return inZone({}) ?? inZone({ timeZone: "UTC" });
}

/**
 * The time zone that this browser is set to; `UTC` where it does not say, or names one that it does not know itself.
 */
export function browserZone(): string {
  return firstThatWorks("UTC", [ENGLISH], (tag) => {
    const { timeZone } = new Intl.DateTimeFormat(tag).resolvedOptions();
    new Intl.DateTimeFormat(tag, { timeZone });
    return timeZone || "UTC";
  });
}

/** Every time zone that this runtime can name; none where it cannot tell. */
export function knownZones(): string[] {
  return firstThatWorks<string[], string[]>([], [ENGLISH], () => Intl.supportedValuesOf("timeZone"));
}

/** `12,345` for people who read English. */
export function formatCount(count: number | bigint): string {
  return numberFormat(ENGLISH).format(count);
}

/** Names in a sentence: `Bar, Café and Kiosk`. */
export function formatList(names: string[]): string {
  return firstThatWorks(null, [ENGLISH], (tag) => new Intl.ListFormat(tag))?.format(names) ?? names.join(", ");
}

let currencyNames: Pick<Intl.DisplayNames, "of"> | null | undefined;

/** `Euro` for `EUR`; the code itself where this runtime has no name for it. */
export function currencyName(code: string): string {
  currencyNames ??= firstThatWorks(null, [ENGLISH], (tag) => new Intl.DisplayNames(tag, { type: "currency" }));
  return currencyNames?.of(code) ?? code;
}

function firstThatWorks<Made, Instead>(instead: Instead, tags: string[], make: (tag: string) => Made): Made | Instead {
  for (const tag of tags) {
    try {
      return make(tag);
    } catch {
      // the next one
    }
  }
  return instead;
}
