import { instantWords, relativeWords } from "@/components/ui/instant-labels";

type Props = {
  iso: string;
  /** the merchant's IANA zone */
  zone: string;
  /** when this page was made, from the server: relative words and whether the year is said depend on it alone */
  now: string;
  /** `auto` leaves out what goes without saying; `relative` for what is fresh; `date` without the time of day */
  form?: "auto" | "relative" | "date" | "exact";
  className?: string;
};

/** An instant in the merchant's zone; exact, with the zone named, on hover and on focus. The same on server and client. */
export function Time({ iso, zone, now, form = "auto", className = "" }: Props) {
  const words = instantWords(iso, zone);
  if (form === "exact") {
    return (
      <time dateTime={iso} className={`figures ${className}`}>
        {words.exact}
      </time>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time must be within reach of the keyboard too
    <time dateTime={iso} data-tip={words.exact} tabIndex={0} className={`figures whitespace-nowrap ${className}`}>
      {shortWords(iso, words, zone, now, form)}
    </time>
  );
}

function shortWords(iso: string, words: ReturnType<typeof instantWords>, zone: string, now: string, form: string) {
  const today = instantWords(now, zone);
  const date = words.year === today.year ? words.shortDate : words.date;
  if (form === "relative") return relativeWords(iso, now) ?? date;
  if (form === "date") return date;
  return words.date === today.date ? words.time : `${date}, ${words.time}`;
}
