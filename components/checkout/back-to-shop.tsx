import { type ButtonStyle, buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import type { ReturnLink } from "@/lib/customer/checkout/return-link";
import type { View } from "./view";

type Props = { view: Pick<View, "checkout" | "words" | "locale">; back: ReturnLink; look: ButtonStyle["look"] };

/** The link back to the shop, with its host name. */
export function BackToShop({ view: { checkout, words, locale }, back, look }: Props) {
  const label = fillIn(words.backToShop, { shop: checkout.merchantName }, directionOf(locale) === "rtl");
  return <ShopButton label={label} back={back} look={look} />;
}

/** The link to the shop for a new payment, with its host name. */
export function StartAgain({ view: { words }, back }: Omit<Props, "look">) {
  return <ShopButton label={words.startAgain} back={back} look="primary" />;
}

function ShopButton({ label, back, look }: Omit<Props, "view"> & { label: string }) {
  return (
    <a
      href={back.href}
      rel="noreferrer"
      className={buttonClass({ look }, "w-full flex-col gap-0! py-2 text-center wrap-anywhere")}
    >
      <span>{label}</span>
      <bdi className="text-12 font-normal opacity-80">{back.host}</bdi>
    </a>
  );
}
