/** An amount in tabular figures with a smaller unit after a no-break space. `value` is display text: `12.50`. */
export function Amount({ value, className = "" }: { value: string; className?: string }) {
  return (
    <span translate="no" dir="ltr" className={`money whitespace-nowrap ${className}`}>
      <span>{value}</span>
      <span className="text-[0.8em]">{"\u00a0"}USDT</span>
    </span>
  );
}

const HERO_SIZES = [
  { upTo: 6, className: "text-72 tracking-[-0.05em]" },
  { upTo: 10, className: "text-44 tracking-[-0.04em]" },
  { upTo: Number.POSITIVE_INFINITY, className: "text-28 tracking-[-0.02em] sm:text-44" },
];

/** The main amount of a screen, as large as fits on a phone 360 px wide. */
export function HeroAmount({ value }: { value: string }) {
  const size = HERO_SIZES.find((step) => value.length <= step.upTo)?.className;
  return (
    <span translate="no" dir="ltr" className="money inline-flex items-baseline whitespace-nowrap font-medium">
      <span className={size}>{value}</span>
      <span className="text-16">{"\u00a0"}USDT</span>
    </span>
  );
}
