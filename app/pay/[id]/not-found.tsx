import { readerLocale } from "@/app/_realtime/reader-locale";
import { LanguagePicker } from "@/components/checkout/language-picker";
import { directionOf, languageTagOf } from "@/lib/checkout/locales";
import { WORDS } from "@/lib/checkout/words/all";

/** For a customer with a broken link. */
export default async function NotFound() {
  const locale = await readerLocale();
  const words = WORDS[locale];
  return (
    <main lang={languageTagOf(locale)} dir={directionOf(locale)} className="flex min-h-dvh flex-col">
      <div className="flex justify-end px-2 text-ink-2">
        <LanguagePicker locale={locale} name={words.language} />
      </div>
      <div className="mx-auto flex w-full max-w-roll flex-1 flex-col justify-center gap-4 px-4 pb-24">
        <p className="figures text-14 text-ink-2">404</p>
        <h1 className="text-28 font-semibold tracking-[-0.02em]">{words.notFound}</h1>
        <p className="text-16 text-ink-2">{words.notFoundText}</p>
      </div>
    </main>
  );
}
