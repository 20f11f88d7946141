import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMicros } from "@/lib/base/values/money";
import { formatTransferFile } from "@/lib/settlement/funds/transfer-file";
import type { TransferToSign } from "@/lib/settlement/funds/transfer-to-sign";

type File = {
  /** beginning of the file's name */
  name: string;
  transfers: readonly TransferToSign[];
  zone: string;
};

/** Transfers to sign as a file for the offline wallet. */
export function transferFileResponse({ settings }: MemberContext, { name, transfers, zone }: File): Response {
  const network = requireNetwork(settings);
  const text = formatTransferFile({
    network: network.name,
    token: tronFromHex(network.token),
    transfers: transfers.map(({ from, to, amountMicros, derivationIndex, transaction }) => ({
      from,
      to,
      amount: decimalFromMicros(amountMicros),
      derivationIndex,
      transaction,
    })),
  });
  return new Response(text, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name}-to-sign-${calendarDay(new Date(), zone)}.json"`,
      "cache-control": "no-store",
    },
  });
}
