const EXPLORERS: Record<string, string> = {
  "tron-mainnet": "https://tronscan.org",
  "tron-nile": "https://nile.tronscan.org",
};

/** A transaction on a public explorer; null for networks without one. */
export function explorerUrl(network: string, txHash: string): string | null {
  const explorer = EXPLORERS[network];
  return explorer ? `${explorer}/#/transaction/${txHash.replace(/^0x/, "")}` : null;
}
