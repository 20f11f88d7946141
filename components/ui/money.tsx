import { Amount } from "./amount";

const PADS = ["", "sm:pe-[1ch]", "sm:pe-[2ch]", "sm:pe-[3ch]", "sm:pe-[4ch]", "sm:pe-[5ch]", "sm:pe-[6ch]"];

type Props = {
  /** display text from `displayAmount`: `1,234.50` */
  value: string;
  /** the most decimals in the column, from `mostPlaces`, so that its decimal points align */
  places?: number;
  /** false where the column header names the unit; `phone` shows the unit on phones only, where headers are hidden */
  unit?: boolean | "phone";
  className?: string;
};

/** An amount in running text or in a column. */
export function Money({ value, places, unit = true, className = "" }: Props) {
  if (places === undefined && unit === true) return <Amount value={value} className={className} />;
  const missing = Math.max(0, (places ?? 0) - placesOf(value));
  return (
    <span translate="no" dir="ltr" className={`money whitespace-nowrap ${className}`}>
      <span>{value}</span>
      {missing > 0 && <span className={PADS[missing]} />}
      {unit && <span className={`text-[0.8em] ${unit === "phone" ? "sm:hidden" : ""}`}>{"\u00a0"}USDT</span>}
    </span>
  );
}

/** The most decimals among display amounts; at least two. */
export function mostPlaces(values: string[]): number {
  return Math.max(2, ...values.map(placesOf));
}

function placesOf(value: string) {
  return value.split(".")[1]?.length ?? 0;
}
