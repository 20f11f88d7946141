import { LOCALE_NAMES, LOCALES, type Locale, languageTagOf } from "@/lib/customer/checkout/locales";

/** Links in a native popover, so that choosing a language needs no JavaScript. */
export function LanguagePicker({ locale, name }: { locale: Locale; name: string }) {
  return (
    <nav aria-label={name} className="print:hidden">
      <button
        type="button"
        popoverTarget="languages"
        aria-label={`${name}: ${LOCALE_NAMES[locale]}`}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-till px-2 text-14 underline-offset-4 hover:underline"
      >
        <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4">
          <path
            d="M14.25 8A6.25 6.25 0 1 1 1.75 8a6.25 6.25 0 0 1 12.5 0Zm0 0H1.75M8 1.75c1.8 1.8 2.5 4 2.5 6.25S9.8 12.45 8 14.25C6.2 12.45 5.5 10.25 5.5 8S6.2 3.55 8 1.75Z"
            stroke="currentColor"
          />
        </svg>
        {LOCALE_NAMES[locale]}
      </button>
      <div
        id="languages"
        popover="auto"
        className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-till border bg-card p-2 text-ink shadow-float backdrop:bg-black/40"
      >
        <ul className="grid grid-cols-2 gap-1 text-start text-16 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:rounded-till [&_a]:px-3 hover:[&_a]:bg-ink/6 [&_a[aria-current]]:font-semibold [&_a[aria-current]]:underline">
          {LOCALES.map((code) => (
            <li key={code}>
              <a
                href={`?lang=${languageTagOf(code)}`}
                lang={languageTagOf(code)}
                aria-current={code === locale ? "true" : undefined}
              >
                {LOCALE_NAMES[code]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
