"use server";

import { wakeJobs } from "@/lib/api/wake";
import { memberAction } from "@/lib/auth/action";
import { setNeverReuse as changeReuse, NeverReuseInput } from "@/lib/merchants/update";
import { AcceptInput, acceptItem as accept } from "@/lib/settlement/accept";
import { AcceptBalanceInput, acceptBalance as takeBalance } from "@/lib/settlement/accept-balance";
import { askForRest as askRest } from "@/lib/settlement/ask-for-rest";
import { AttachInput, attachTransfer as attach } from "@/lib/settlement/attach-transfer";
import { ItemId } from "@/lib/settlement/find-item";
import { PrepareRefundInput, prepareRefund as prepare } from "@/lib/settlement/prepare-refund";
import { previewWallet as preview } from "@/lib/settlement/preview-wallet";
import { setWallet as putWallet, SetWalletInput } from "@/lib/settlement/set-wallet";
import { WalletInput } from "@/lib/settlement/wallet-schema";
import { RefundId, withdrawRefund as withdraw } from "@/lib/settlement/withdraw-refund";

export const previewWallet = memberAction({ input: WalletInput, permission: "settlement.manage" }, preview);

export const setWallet = memberAction(
  { input: SetWalletInput, permission: "settlement.manage", password: true },
  putWallet,
);

export const setNeverReuse = memberAction({ input: NeverReuseInput, permission: "settlement.manage" }, changeReuse);

export const acceptItem = memberAction({ input: AcceptInput, permission: "attention.manage" }, async (ctx, input) => {
  await accept(ctx, input);
  wakeJobs();
});

export const acceptBalance = memberAction({ input: AcceptBalanceInput, permission: "attention.manage" }, takeBalance);

export const askForRest = memberAction({ input: ItemId, permission: "attention.manage" }, async (ctx, input) => {
  const asked = await askRest(ctx, input);
  wakeJobs({ intentId: asked.intentId, expiresAt: asked.expiresAt });
  return asked;
});

export const prepareRefund = memberAction(
  { input: PrepareRefundInput, permission: "attention.manage", password: true },
  prepare,
);

export const withdrawRefund = memberAction({ input: RefundId, permission: "attention.manage" }, withdraw);

export const attachTransfer = memberAction(
  { input: AttachInput, permission: "attention.manage" },
  async (ctx, input) => {
    const found = await attach(ctx, input);
    wakeJobs();
    return found;
  },
);
