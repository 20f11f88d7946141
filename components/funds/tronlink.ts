import type { UnsignedTransaction } from "@/lib/base/tron/transfer-transaction";

/** TronLink's provider as its documentation describes it (TIP-1193). */
type Provider = {
  request(call: { method: string }): Promise<unknown>;
  /** false until the site is connected */
  tronWeb?: false | { trx: { sign(transaction: UnsignedTransaction): Promise<unknown> } };
};

export type Signed = { rawDataHex: string; signature: string };

/** `absent`: TronLink isn't in this browser. `account` is the one that it has selected; null: none. */
export type SignFault =
  | { kind: "absent" }
  | { kind: "declined" | "busy" }
  | { kind: "wrong_account"; account: string | null }
  | { kind: "failed"; message: string };

const ANNOUNCE = "TIP6963:announceProvider";
const REQUEST = "TIP6963:requestProvider";
const ANNOUNCE_MS = 300;
const DECLINED = 4001;
/** another request is open, or the wallet is locked and was asked a moment ago */
const BUSY = [-32002, -32000];

/**
 * Asks TronLink, in this browser, for the signature of one address over a transaction. It shows what it signs, and its
 * owner confirms. The provider only signs: our policy lets no script of this page reach a node.
 */
export async function signWithTronLink(from: string, transaction: UnsignedTransaction): Promise<Signed | SignFault> {
  const provider = await findTronLink();
  if (!provider) return { kind: "absent" };
  try {
    const accounts = await provider.request({ method: "eth_requestAccounts" });
    const account = Array.isArray(accounts) && typeof accounts[0] === "string" ? accounts[0] : null;
    if (account !== from || !provider.tronWeb) return { kind: "wrong_account", account };
    return readSigned(await provider.tronWeb.trx.sign(transaction));
  } catch (error) {
    return toFault(error);
  }
}

/** By its announcement (TIP-6963), as several wallets may claim `window.tron`. */
async function findTronLink(): Promise<Provider | null> {
  const announced = await new Promise<Provider | null>((resolve) => {
    const hear = (event: Event) => {
      const { info, provider } =
        (event as CustomEvent<{ info?: { name?: string }; provider?: Provider } | null>).detail ?? {};
      if (info?.name === "TronLink" && provider) end(provider);
    };
    const end = (provider: Provider | null) => {
      removeEventListener(ANNOUNCE, hear);
      resolve(provider);
    };
    addEventListener(ANNOUNCE, hear);
    setTimeout(end, ANNOUNCE_MS, null);
    dispatchEvent(new Event(REQUEST));
  });
  if (announced) return announced;
  const { tron } = window as { tron?: Provider & { isTronLink?: boolean } };
  return tron?.isTronLink ? tron : null;
}

function readSigned(value: unknown): Signed | SignFault {
  const { raw_data_hex: rawDataHex, signature } = (value ?? {}) as { raw_data_hex?: unknown; signature?: unknown };
  const first: unknown = Array.isArray(signature) ? signature[0] : null;
  if (typeof rawDataHex !== "string" || typeof first !== "string") return { kind: "failed", message: "no signature" };
  return { rawDataHex, signature: first.replace(/^0x/, "") };
}

function toFault(error: unknown): SignFault {
  const { code, message = String(error) } = (error ?? {}) as { code?: unknown; message?: string };
  if (code === DECLINED || /declined|rejected/i.test(message)) return { kind: "declined" };
  if (BUSY.includes(Number(code))) return { kind: "busy" };
  return { kind: "failed", message: message.slice(0, 200) };
}
