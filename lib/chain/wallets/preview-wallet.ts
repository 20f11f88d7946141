import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { tronFromHex } from "@/lib/base/tron/address";
import { type Capacity, getCapacity } from "@/lib/chain/wallets/capacity";
import {
  countKept,
  currentWallet,
  firstAddresses,
  isSameWallet,
  refuseForeign,
} from "@/lib/chain/wallets/compare-wallet";
import { lifeSeconds } from "@/lib/chain/wallets/pool";
import { listUnused } from "@/lib/chain/wallets/wallet-input";
import { parseWallet, type WalletInput } from "@/lib/chain/wallets/wallet-schema";
import type { WalletLine } from "@/lib/chain/wallets/wallet-words";

export type WalletPreview = {
  kind: "list" | "xpub";
  /** addresses of a list; null for an xpub, which has no end */
  count: number | null;
  /** what a list carries; null for an xpub */
  capacity: Capacity | null;
  /** up to three, to be compared with the wallet app */
  first: { index: number; address: string }[];
  /** the first lines of a list with text that isn't an address, and how many there are; left out: none */
  unused?: { lines: WalletLine[]; count: number };
  /** of the addresses that are in use now */
  keeps: number;
  retires: number;
  /** this very wallet is set already */
  isCurrent: boolean;
};

/**
 * What setting a wallet would do; nothing is stored. Errors: `invalid_request` with what is wrong in which line,
 * `conflict` for another merchant's address and when live is off.
 */
export async function previewWallet(ctx: MemberContext, input: WalletInput): Promise<WalletPreview> {
  const wanted = parseWallet(input, requireNetwork(ctx.settings).token);
  const current = await currentWallet(ctx.db.sql, ctx.merchantId);
  await refuseForeign(ctx.db.sql, ctx.merchantId, wanted);
  return {
    kind: wanted.kind,
    count: wanted.kind === "list" ? wanted.addresses.length : null,
    capacity: wanted.kind === "list" ? await capacityFor(ctx, wanted.addresses.length) : null,
    first: firstAddresses(wanted).map((address, index) => ({ index, address: tronFromHex(address) })),
    ...(wanted.kind === "list" && showUnused(listUnused(input.wallet))),
    ...countKept(current, wanted),
    isCurrent: isSameWallet(current, wanted),
  };
}

const SHOWN_UNUSED = 3;

function showUnused(lines: WalletLine[]): Pick<WalletPreview, "unused"> {
  return lines.length === 0 ? {} : { unused: { lines: lines.slice(0, SHOWN_UNUSED), count: lines.length } };
}

async function capacityFor({ db: { sql }, merchantId }: MemberContext, addresses: number): Promise<Capacity> {
  const [facts] = await sql<[{ lifeSeconds: number; neverReuse: boolean }]>`
    select ${lifeSeconds(sql)} as "lifeSeconds", never_reuse_addresses as "neverReuse" from merchants m where id = ${merchantId}`;
  return getCapacity({ addresses, ...facts });
}
