/** Links that open a wallet app on the customer's phone. Each wallet defines its own format. Pure. */

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

/** Links of known wallets; only for real USDT on the main network. `page` is the payment page's URL. */
export function walletLinks({ receiveAddress: address, network, toSend: amount }: Payable, page: string): WalletLink[] {
  if (!address || !amount || network?.id !== "tron-mainnet") return [];
  return [
    { name: "Trust Wallet", href: trustWalletLink({ address, amount, contract: network.contract }) },
    { name: "TronLink", href: tronLinkAppUrl(page) },
  ];
}

/** SLIP-44 number of TRON. */
const TRON_COIN = 195;

/**
 * Opens Trust Wallet's send form with its fields filled in, or the app's download page.
 * https://developer.trustwallet.com/developer/develop-for-trust/deeplinking, asset: …/new-asset/universal_asset_id
 */
function trustWalletLink({ address, contract, amount }: Transfer): string {
  const query = new URLSearchParams({ asset: `c${TRON_COIN}_t${contract}`, address, amount });
  return `https://link.trustwallet.com/send?${query}`;
}

/**
 * Opens a page in the browser of the TronLink app, one tap away from the wallet.
 * https://docs.tronlink.org, DeepLink, "Open DApp"
 */
export function tronLinkAppUrl(url: string): string {
  const order = { url, action: "open", protocol: "TronLink", version: "1.0" };
  return `tronlinkoutside://pull.activity?param=${encodeURIComponent(JSON.stringify(order))}`;
}
