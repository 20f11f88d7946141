"use server";

import { wakeJobs } from "@/lib/api/wake";
import { AcceptInput, acceptItem as accept } from "@/lib/attention/accept";
import { askForRest as askRest } from "@/lib/attention/ask-for-rest";
import { ItemId } from "@/lib/attention/find-item";
import { PrepareRefundInput, prepareRefund as prepare } from "@/lib/attention/prepare-refund";
import { RefundId, withdrawRefund as withdraw } from "@/lib/attention/withdraw-refund";
import { memberAction } from "@/lib/auth/action";
import { AcceptBalanceInput, acceptBalance as takeBalance } from "@/lib/ledger/accept-balance";
import { AttachInput, attachTransfer as attach } from "@/lib/ledger/attach-transfer";
import { setNeverReuse as changeReuse, NeverReuseInput } from "@/lib/merchants/update";
import { previewWallet as preview } from "@/lib/wallets/preview-wallet";
import { setWallet as putWallet, SetWalletInput } from "@/lib/wallets/set-wallet";
import { WalletInput } from "@/lib/wallets/wallet-schema";

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
