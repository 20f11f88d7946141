import { letterOn } from "@/lib/business/merchants/branding-contrast";

type BrandProps = { name: string; logo: string | null; accentColour: string | null };

/**
 * The shop's logo in its own shape, at most 160 by 48 px inside its white frame; without one, its first letter on its
 * colour; without either, nothing. Hidden from screen readers, since the name is next to it. Colours are SVG
 * attributes, since the content security policy blocks inline styles.
 */
export function ShopMark({ name, logo, accentColour }: BrandProps) {
  if (logo) {
    return (
      // biome-ignore lint/performance/noImgElement: served by us in its final size
      <img
        src={logo}
        alt=""
        height={56}
        className="h-14 w-auto max-w-28 rounded-till sm:max-w-42 bg-white object-contain p-1"
      />
    );
  }
  if (!accentColour) return null;
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" className="size-14">
      <rect width="56" height="56" rx="6" fill={accentColour} />
      <text x="28" y="37" textAnchor="middle" fontSize="26" fontWeight="600" fill={letterOn(accentColour)}>
        {[...name.trim()][0]?.toUpperCase() ?? "·"}
      </text>
    </svg>
  );
}

/** A band of the shop's colour across the page. */
export function AccentBand({ accentColour }: { accentColour: string | null }) {
  if (!accentColour) return null;
  return (
    <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1" className="block h-1.5 w-full">
      <rect width="1" height="1" fill={accentColour} />
    </svg>
  );
}
