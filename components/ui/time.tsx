import { instantLabels, relativeLabel } from "./instant-labels";

type Props = {
  iso: string;
  /** the merchant's IANA zone */
  zone: string;
  /** when the server rendered the page: decides relative times and whether the year is shown */
  now: string;
  /** `auto` omits today's date and this year; `relative` for recent times; `date` without the time of day */
  form?: "auto" | "relative" | "date" | "exact";
  className?: string;
};

/**
 * An instant in the merchant's zone; hover and focus show the exact time with the zone. Identical on server and client.
 */
export function Time({ iso, zone, now, form = "auto", className = "" }: Props) {
  const words = instantLabels(iso, zone);
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
      {shortLabel(iso, words, zone, now, form)}
    </time>
  );
}

function shortLabel(iso: string, words: ReturnType<typeof instantLabels>, zone: string, now: string, form: string) {
  const today = instantLabels(now, zone);
  const date = words.year === today.year ? words.shortDate : words.date;
  if (form === "relative") return relativeLabel(iso, now) ?? date;
  if (form === "date") return date;
  return words.date === today.date ? words.time : `${date}, ${words.time}`;
}
