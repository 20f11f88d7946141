import { AccentBand, ShopMark } from "@/components/checkout/shop-brand";
import { settingsMessages } from "@/lib/service/messages/en/settings";

type Props = { name: string; logo: string | null; accentColour: string | null };

/** The header of the payment page as customers see it. */
export function BrandPreview({ name, logo, accentColour }: Props) {
  return (
    <figure className="max-w-sm overflow-hidden rounded-till border bg-paper">
      <AccentBand accentColour={accentColour} />
      <div className="flex flex-col items-center gap-3 px-4 py-6 text-center">
        <ShopMark name={name} logo={logo} accentColour={accentColour} />
        <p className="max-w-full text-16 font-semibold text-balance wrap-anywhere">{name}</p>
        <p className="text-28" aria-hidden="true">
          <span translate="no" className="money font-semibold">
            12.50
          </span>
          <span className="text-14 text-ink-2">{"\u00a0"}USDT</span>
        </p>
      </div>
      <figcaption className="border-t px-4 py-2 text-12 text-ink-2">
        {settingsMessages.business.accent.preview}
      </figcaption>
    </figure>
  );
}
