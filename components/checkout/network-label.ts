import type { View } from "./view";

/** The name of the payment's network, as wallets and exchanges write it. */
export function networkLabel({ checkout: { network }, words }: Pick<View, "checkout" | "words">): string {
  return network && network.name !== "TRON" ? network.name : words.networkName;
}
