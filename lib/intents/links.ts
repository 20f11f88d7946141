import type { Environment } from "@/lib/context";
import { env } from "@/lib/env";

/** The deep link that a wallet app opens; the content of the QR code. */
export function checkoutUri(intentId: string): string {
  return `${env().CHECKOUT_URI_SCHEME}:pay?intent=${intentId}`;
}

/**
 * Whether customers are shown the deep link: in the sandbox always, in live once the operator has named a wallet's scheme,
 * since no wallet opens the default one.
 */
export function showsCheckoutUri(environment: Environment): boolean {
  return environment === "sandbox" || env().CHECKOUT_URI_SCHEME !== "service";
}

/** The hosted page of an intent. */
export function checkoutUrl(intentId: string): string {
  return `${env().APP_URL}/pay/${intentId}`;
}
