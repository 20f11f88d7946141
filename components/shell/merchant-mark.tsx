type Props = { name: string; logoUrl?: string | null; size?: keyof typeof LOOKS };

/**
 * A wide logo keeps its shape: beside a name up to 84 px, less where a phone needs the room for the name; on paper as
 * it is.
 */
const LOOKS = {
  normal: { logo: "h-7 max-w-16 sm:max-w-21", letter: "size-7 text-14" },
  paper: { logo: "h-12! max-w-40", letter: "size-14 text-28" },
  small: { logo: "h-5! max-w-15", letter: "size-5! text-12" },
};

/** A merchant's logo, or its first letter. Hidden from screen readers, since the name is always beside it. */
export function MerchantMark({ name, logoUrl, size = "normal" }: Props) {
  if (logoUrl) {
    return (
      // biome-ignore lint/performance/noImgElement: served by us in its final size
      <img
        src={logoUrl}
        alt=""
        height={28}
        className={`w-auto! shrink-0 rounded-[4px] object-contain ${LOOKS[size].logo}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-[4px] bg-ink font-semibold text-paper ${LOOKS[size].letter}`}
    >
      {[...name.trim()][0]?.toUpperCase() ?? "·"}
    </span>
  );
}
