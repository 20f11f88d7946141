import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { sentTransactions } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { notFound } from "@/lib/base/values/errors";
import { type SentTransfer, sendSigned } from "@/lib/settlement/funds/send-signed";

export const KeptInput = z.object({
  /** of a transaction that was signed and is kept: 64 hexadecimal digits after `0x` */
  txHash: z.string().regex(/^0x[0-9a-f]{64}$/),
});
export type KeptInput = z.output<typeof KeptInput>;

/**
 * Sends the same signed transaction again, also one that another member signed. Errors: `not_found`, and those of
 * `sendSigned`.
 */
export async function sendAgain(ctx: MemberContext, { txHash }: KeptInput): Promise<SentTransfer> {
  const network = requireNetwork(ctx.settings);
  const [kept] = await ctx.db.orm
    .select({ rawDataHex: sentTransactions.rawDataHex, signature: sentTransactions.signature })
    .from(sentTransactions)
    .where(
      and(
        eq(sentTransactions.merchantId, ctx.merchantId),
        eq(sentTransactions.network, network.id),
        eq(sentTransactions.txHash, txHash),
      ),
    );
  const { rawDataHex, signature } = kept ?? {};
  if (!rawDataHex || !signature) throw notFound("transaction");
  return sendSigned(ctx, { rawDataHex, signature });
}
