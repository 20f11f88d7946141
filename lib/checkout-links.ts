import type { Environment } from "@/lib/context";
import { env } from "@/lib/env";

/** The deep link to a wallet app; the content of the QR code. */
export function checkoutUri(intentId: string): string {
  return `${env().CHECKOUT_URI_SCHEME}:pay?intent=${intentId}`;
}

/**
 * Whether customers see the deep link: always in the sandbox; in live only if the operator has set a wallet's scheme, since
 * no wallet opens the default one.
 */
export function showsCheckoutUri(environment: Environment): boolean {
  return environment === "sandbox" || env().CHECKOUT_URI_SCHEME !== "service";
}

/** The URL of the payment page. */
export function checkoutUrl(intentId: string): string {
  return `${env().APP_URL}/pay/${intentId}`;
}
