const EXPLORERS: Record<string, string> = {
  "tron-mainnet": "https://tronscan.org",
  "tron-nile": "https://nile.tronscan.org",
};

/** A transaction on a public explorer; null on networks that none shows. */
export function explorerUrl(network: string, txHash: string): string | null {
  const explorer = EXPLORERS[network];
  return explorer ? `${explorer}/#/transaction/${txHash.replace(/^0x/, "")}` : null;
}
