import { directionOf, type Locale, languageTagOf } from "@/lib/customer/checkout/locales";
import { WORDS } from "@/lib/customer/checkout/words/all";
import { LanguagePicker } from "./language-picker";

type Props = { locale: Locale; code: string; title: string; text: string };

/** A page that has no payment to show: what happened, and what to do. */
export function MessagePage({ locale, code, title, text }: Props) {
  return (
    <main lang={languageTagOf(locale)} dir={directionOf(locale)} className="flex min-h-dvh flex-col">
      <div className="flex justify-end px-2 text-ink-2">
        <LanguagePicker locale={locale} name={WORDS[locale].language} />
      </div>
      <div className="mx-auto flex w-full max-w-roll flex-1 flex-col justify-center gap-4 px-4 pb-24">
        <p className="figures text-14 text-ink-2">{code}</p>
        <h1 className="text-28 font-semibold tracking-[-0.02em]">{title}</h1>
        <p className="text-16 text-ink-2">{text}</p>
      </div>
    </main>
  );
}
