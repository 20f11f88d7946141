import { env } from "@/lib/env";

/** The deep link that a wallet app opens; the content of the QR code. */
export function checkoutUri(intentId: string): string {
  return `${env().CHECKOUT_URI_SCHEME}:pay?intent=${intentId}`;
}

/** The hosted page of an intent. */
export function checkoutUrl(intentId: string): string {
  return `${env().APP_URL}/pay/${intentId}`;
}
