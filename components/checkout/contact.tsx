import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import type { View } from "./view";

/** How to contact the shop, for states that ask the customer to. Nothing if the shop gave no contact. */
export function Contact({ view: { checkout, words, contact, locale } }: { view: View }) {
  if (contact.length === 0) return null;
  const shop = checkout.merchantName;
  return (
    <div data-part="contact" className="mt-4">
      <h3 className="text-16 font-semibold wrap-anywhere">
        {fillIn(words.contact, { shop }, directionOf(locale) === "rtl")}
      </h3>
      <ul>
        {contact.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              rel="noreferrer"
              className="flex min-h-11 items-center wrap-anywhere underline underline-offset-4 print:min-h-0"
            >
              <bdi dir="ltr">{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
