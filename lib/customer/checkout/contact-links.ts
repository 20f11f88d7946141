import { fillIn } from "@/lib/customer/checkout/fill-in";
import { returnLink } from "@/lib/customer/checkout/return-link";
import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";

/** How customers reach the shop; null for each way it doesn't give. */
export type Contact = { email: string | null; url: string | null; phone: string | null };

export type ContactLink = {
  href: string;
  /** what the customer reads, on paper too: an email address, a phone number, or a URL without its scheme */
  text: string;
};

type Payment = { id: string; reference: string | null; contact: Contact };

/** The links to the shop's support, which name the payment where they can. Empty if the shop gave no contact. Pure. */
export function contactLinks({ id, reference, contact }: Payment, words: CheckoutWords): ContactLink[] {
  const { email, url, phone } = contact;
  const page = returnLink(url, id);
  const links: ContactLink[] = [];
  if (email) links.push({ href: mailtoLink(email, subjectOf(id, reference, words)), text: email });
  if (phone) links.push({ href: telLink(phone), text: phone });
  if (page && url) links.push({ href: page.href, text: url.replace(/^https?:\/\//i, "").replace(/\/$/, "") });
  return links;
}

/** `Payment 3f9a…, Reference order-1042`, in the customer's language. */
function subjectOf(id: string, reference: string | null, words: CheckoutWords): string {
  const payment = `${words.payment} ${id}`;
  return reference === null ? payment : `${payment}, ${fillIn(words.reference, { reference })}`;
}

/** The subject is one line: a line break in a reference could start another header. */
function mailtoLink(email: string, subject: string): string {
  const line = subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}?subject=${encodeURIComponent(line)}`;
}

/** The zero of `+49 (0) 30` is dialled only without the country code. */
function telLink(phone: string): string {
  const dialled = phone.startsWith("+") ? phone.replace("(0)", "") : phone;
  return `tel:${dialled.replace(/[^+\d]/g, "")}`;
}
