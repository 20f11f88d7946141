/** Links that open a wallet app on the customer's phone. Pure; each format is its maker's. */

type Transfer = {
  /** base58 */
  address: string;
  /** USDT's contract, base58 */
  contract: string;
  /** plain decimal text: `12.5` */
  amount: string;
};

type Payable = {
  receiveAddress: string | null;
  network: { id: string; contract: string } | null;
  toSend: string | null;
};

export type WalletLink = { name: string; href: string };

/** The wallets whose links are known, where real USDT on the main network is to be sent. `page` is the payment's own. */
export function walletLinks({ receiveAddress: address, network, toSend: amount }: Payable, page: string): WalletLink[] {
  if (!address || !amount || network?.id !== "tron-mainnet") return [];
  return [
    { name: "Trust Wallet", href: trustWalletLink({ address, amount, contract: network.contract }) },
    { name: "TronLink", href: tronLinkBrowserLink(page) },
  ];
}

/** SLIP-44 number of TRON. */
const TRON_COIN = 195;

/**
 * Opens Trust Wallet's send form, filled in; leads to its download where the app is missing.
 * https://developer.trustwallet.com/developer/develop-for-trust/deeplinking, asset: …/new-asset/universal_asset_id
 */
export function trustWalletLink({ address, contract, amount }: Transfer): string {
  const query = new URLSearchParams({ asset: `c${TRON_COIN}_t${contract}`, address, amount });
  return `https://link.trustwallet.com/send?${query}`;
}

/**
 * Opens a page in the browser inside TronLink, where the wallet is one tap away.
 * https://docs.tronlink.org, DeepLink, "Open DApp"
 */
export function tronLinkBrowserLink(url: string): string {
  const order = { url, action: "open", protocol: "tronlink", version: "1.0" };
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(order))}`;
}
