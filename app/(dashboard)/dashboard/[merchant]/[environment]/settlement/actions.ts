"use server";

import { wakeJobs } from "@/lib/api/wake";
import { AcceptInput, acceptItem as accept } from "@/lib/attention/accept";
import { cancelRefund as cancel } from "@/lib/attention/cancel-refund";
import { ClearRefundAddressInput, clearRefundAddress as clear } from "@/lib/attention/clear-refund-address";
import { ItemId } from "@/lib/attention/find-item";
import { RefundId } from "@/lib/attention/find-refund";
import { PrepareRefundInput, prepareRefund as prepare } from "@/lib/attention/prepare-refund";
import { simulateRefund as simulate } from "@/lib/attention/simulate-refund";
import { memberAction } from "@/lib/auth/action";
import { checkSent as check } from "@/lib/funds/check-sent";
import { discardSigned as discard } from "@/lib/funds/discard-signed";
import { KeptInput, sendAgain as resend } from "@/lib/funds/send-again";
import { SendSignedInput, sendSigned as send } from "@/lib/funds/send-signed";
import { issueSweepLink as issue, TypedSweep } from "@/lib/funds/sweep-link";
import { refundToSign, SweepAddressInput, sweepAddressToSign } from "@/lib/funds/transfer-to-sign";
import { requestRemaining as request } from "@/lib/intents/request-remaining";
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

export const requestRemaining = memberAction({ input: ItemId, permission: "attention.manage" }, async (ctx, input) => {
  const asked = await request(ctx, input);
  wakeJobs({ intentId: asked.intentId, expiresAt: asked.expiresAt });
  return asked;
});

export const prepareRefund = memberAction(
  { input: PrepareRefundInput, permission: "attention.manage", password: true },
  prepare,
);

export const cancelRefund = memberAction({ input: RefundId, permission: "attention.manage" }, cancel);

export const simulateRefund = memberAction({ input: RefundId, permission: "attention.manage" }, simulate);

export const clearRefundAddress = memberAction(
  { input: ClearRefundAddressInput, permission: "attention.manage" },
  clear,
);

/** For a wallet in the browser, which signs at once. */
export const prepareRefundTransaction = memberAction(
  { input: RefundId, permission: "attention.manage" },
  (ctx, input) => refundToSign(ctx, input, "wallet"),
);

export const issueSweepLink = memberAction({ input: TypedSweep, permission: "settlement.view" }, async (ctx, typed) =>
  issue(ctx, typed, new Date()),
);

/** For a wallet in the browser, which signs at once. */
export const prepareSweepTransaction = memberAction(
  { input: SweepAddressInput, permission: "attention.manage" },
  sweepAddressToSign,
);

export const sendSigned = memberAction({ input: SendSignedInput, permission: "attention.manage" }, send);

/** The same transaction, also one that another member signed. */
export const sendAgain = memberAction({ input: KeptInput, permission: "attention.manage" }, resend);

export const discardSigned = memberAction({ input: KeptInput, permission: "attention.manage" }, discard);

export const checkSent = memberAction({ input: RefundId, permission: "attention.manage" }, check);

export const attachTransfer = memberAction(
  { input: AttachInput, permission: "attention.manage" },
  async (ctx, input) => {
    const found = await attach(ctx, input);
    wakeJobs();
    return found;
  },
);
