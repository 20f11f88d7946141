const SIZES = [
  { upTo: 6, className: "text-44 tracking-[-0.04em] @min-[17rem]:text-72 @min-[17rem]:tracking-[-0.05em]" },
  { upTo: 10, className: "text-28 tracking-[-0.02em] @min-[18.25rem]:text-44 @min-[18.25rem]:tracking-[-0.04em]" },
  { upTo: 14, className: "text-20 tracking-[-0.02em] @min-[17rem]:text-28 @min-[26rem]:text-44" },
  { upTo: Number.POSITIVE_INFINITY, className: "text-20 tracking-[-0.02em] @min-[24rem]:text-28 @min-[33rem]:text-44" },
];

type Props = {
  value: string;
  unit?: string | undefined;
  /** amounts are typed in more than one unit here, so it stands out */
  isChoice?: boolean;
};

const UNIT_OF_CHOICE = "text-16 font-semibold min-[22.5rem]:text-20 min-[24rem]:text-28";

/** An amount with the reader's decimal sign, as large as its digits and the unit fit into the nearest `@container`. */
export function PosAmount({ value, unit = "USDT", isChoice = false }: Props) {
  const size = SIZES.find((step) => value.length <= step.upTo)?.className;
  return (
    <span translate="no" className="money inline-flex items-baseline font-medium whitespace-nowrap">
      <span dir="ltr" className={size}>
        {value}
      </span>
      <span className={isChoice ? UNIT_OF_CHOICE : "text-16"}>{`\u00a0${unit}`}</span>
    </span>
  );
}
