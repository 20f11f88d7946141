import type { Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";

/** The deep link to a wallet app; the content of the QR code. */
export function checkoutUri({ checkoutScheme }: Settings, intentId: string): string {
  return `${checkoutScheme}:pay?intent=${intentId}`;
}

/**
 * Whether customers see the deep link: always in the sandbox; in live only if the operator has set a wallet's scheme,
 * since no wallet opens the default one.
 */
export function showsCheckoutUri({ checkoutScheme }: Settings, environment: Environment): boolean {
  return environment === "sandbox" || checkoutScheme !== "service";
}

/** The URL of the payment page. */
export function checkoutUrl({ appUrl }: Settings, intentId: string): string {
  return `${appUrl}/pay/${intentId}`;
}

/** The URL of the printable receipt. */
export function receiptUrl(settings: Settings, intentId: string): string {
  return `${checkoutUrl(settings, intentId)}/receipt`;
}
