"use client";

import { useEffect, useSyncExternalStore } from "react";
import { useSecondsLeft } from "@/app/_realtime/use-seconds-left";
import { Confirmations } from "@/components/checkout/confirmations";
import { Countdown } from "@/components/checkout/countdown";
import { Note } from "@/components/ui/note";
import { LOCALE_COOKIE } from "@/lib/checkout/choose-locale";
import type { Locale } from "@/lib/checkout/locales";
import { localTime } from "@/lib/checkout/reader";
import { useLiveCheckout } from "./live-checkout";

type CountdownProps = { expiresInSeconds: number; words: { timeLeft: string; timeUp: string } };

/** The time left, second by second. */
export function LiveCountdown({ expiresInSeconds, words }: CountdownProps) {
  const { deadlineMs } = useLiveCheckout();
  return <Countdown seconds={useSecondsLeft(deadlineMs, expiresInSeconds)} words={words} />;
}

type ConfirmationsProps = {
  confirmations: number;
  required: number;
  words: { confirming: string; finalizing: string };
};

/** The payment's confirmations as blocks arrive. */
export function LiveConfirmations({ confirmations, required, words }: ConfirmationsProps) {
  const live = useLiveCheckout();
  const count = Math.max(confirmations, live.confirmations);
  return <Confirmations confirmations={count} required={required} words={words} />;
}

/** Says that the status can't be checked right now. The status element always exists, so that the text is announced. */
export function LiveTrouble({ words }: { words: { offline: string; away: string } }) {
  const { trouble } = useLiveCheckout();
  return (
    <div role="status" className="empty:hidden">
      {trouble && <Note tone="amber">{trouble.kind === "offline" ? words.offline : words.away}</Note>}
    </div>
  );
}

type TimeProps = {
  iso: string;
  locale: Locale;
  /** the same in UTC, for the first paint and without script */
  inUtc: string;
};

const never = () => () => {};

/** An instant in the reader's own zone, the zone named. */
export function ReaderTime({ iso, locale, inUtc }: TimeProps) {
  const words = useSyncExternalStore(
    never,
    () => localTime(iso, locale),
    () => inUtc,
  );
  return (
    <time dateTime={iso} title={iso} className="font-sans">
      <bdi>{words}</bdi>
    </time>
  );
}

const A_YEAR_IN_SECONDS = 31_536_000;

/** Remembers the language chosen by the URL for the next payment. */
export function KeepLanguage({ tag }: { tag: string }) {
  useEffect(() => {
    const secure = location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox lack the Cookie Store API
    document.cookie = `${LOCALE_COOKIE}=${tag}; path=/pay; max-age=${A_YEAR_IN_SECONDS}; samesite=lax${secure}`;
  }, [tag]);
  return null;
}
