type Props = { name: string; logoUrl?: string | null; className?: string };

/** A merchant's logo, or its first letter. Hidden from screen readers, since the name is always beside it. */
export function MerchantMark({ name, logoUrl, className = "size-7" }: Props) {
  if (logoUrl) {
    return (
      // biome-ignore lint/performance/noImgElement: served by us in its final size
      <img
        src={logoUrl}
        alt=""
        width={28}
        height={28}
        className={`shrink-0 rounded-[4px] object-contain ${className}`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-[4px] bg-ink text-14 font-semibold text-paper ${className}`}
    >
      {[...name.trim()][0]?.toUpperCase() ?? "·"}
    </span>
  );
}
