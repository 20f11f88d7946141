import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { sentTransactions } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { notFound } from "@/lib/base/values/errors";
import { type SentTransfer, sendSigned } from "@/lib/settlement/funds/send-signed";

export const UnfinishedInput = z.object({
  /** of a transaction that was signed and may not have been sent: 64 hexadecimal digits after `0x` */
  txHash: z.string().regex(/^0x[0-9a-f]{64}$/),
});
export type UnfinishedInput = z.output<typeof UnfinishedInput>;

/**
 * Sends the same signed transaction again, also one that another member signed. Errors: `not_found`, and those of
 * `sendSigned`.
 */
export async function sendAgain(ctx: MemberContext, { txHash }: UnfinishedInput): Promise<SentTransfer> {
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
