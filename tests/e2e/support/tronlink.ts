import type { BrowserContext } from "@playwright/test";
import { signTransaction } from "@/lib/base/tron/transfer-transaction";
import type { WalletKey } from "@/tests/e2e/support/new-xpub";
import { withResolvers } from "@/tests/support/with-resolvers";

/** What TronLink does with the next request. */
type Manner = "confirms" | "declines" | "is busy" | "has no account" | "breaks";

type Transaction = { txID: string; raw_data: object; raw_data_hex: string };

/**
 * A stand-in for TronLink's extension in every page of the context, as its documentation describes the provider:
 * announced by TIP-6963, `eth_requestAccounts`, then `tronWeb.trx.sign`, each confirmed by its owner.
 */
export async function installTronLink(context: BrowserContext, key: WalletKey) {
  let held: Promise<void> | null = null;
  const wallet = {
    key,
    manner: "confirms" as Manner,
    /** what it does with the next signatures, before `manner` holds again */
    mannersNext: [] as Manner[],
    signed: [] as string[],
    /** asks its owner, who answers no request until `release` */
    hold() {
      const { promise, resolve } = withResolvers<void>();
      held = promise;
      wallet.release = resolve;
    },
    release() {},
  };
  await context.exposeFunction("standInRequest", () => {
    if (wallet.manner === "is busy") return { fault: { code: -32002, message: "Another request is open" } };
    return { accounts: wallet.manner === "has no account" ? [] : [wallet.key.address] };
  });
  await context.exposeFunction("standInSign", async ({ raw_data_hex }: Transaction) => {
    await held;
    const manner = wallet.mannersNext.shift() ?? wallet.manner;
    if (manner === "declines") return { fault: { code: 4001, message: "Confirmation declined by user" } };
    if (manner === "breaks") return { fault: { message: "The device is locked" } };
    wallet.signed.push(raw_data_hex);
    return { signature: signTransaction(raw_data_hex, wallet.key.privateKey) };
  });
  await context.addInitScript(() => {
    type Answer = { fault?: { code?: number; message: string }; accounts?: string[]; signature?: string };
    const { standInRequest, standInSign } = window as unknown as Record<string, (given: unknown) => Promise<Answer>>;
    const ask = async (call: ((given: unknown) => Promise<Answer>) | undefined, given: unknown) => {
      const answer = await (call as (given: unknown) => Promise<Answer>)(given);
      if (answer.fault) throw Object.assign(new Error(answer.fault.message), answer.fault);
      return answer;
    };
    const provider = {
      tronWeb: {
        trx: {
          sign: async (transaction: Transaction) => ({
            ...transaction,
            signature: [(await ask(standInSign, transaction)).signature],
          }),
        },
      },
      request: async ({ method }: { method: string }) => (await ask(standInRequest, method)).accounts,
    };
    addEventListener("TIP6963:requestProvider", () => {
      const detail = { info: { name: "TronLink" }, provider };
      dispatchEvent(new CustomEvent("TIP6963:announceProvider", { detail }));
    });
  });
  return wallet;
}
