"use server";

import { setNeverReuse as changeReuse, NeverReuseInput } from "@/lib/business/merchants/update";
import { previewWallet as preview } from "@/lib/chain/wallets/preview-wallet";
import { setWallet as putWallet, SetWalletInput } from "@/lib/chain/wallets/set-wallet";
import { WalletInput } from "@/lib/chain/wallets/wallet-schema";
import { AcceptInput, acceptItem as accept } from "@/lib/payments/attention/accept";
import { ItemId } from "@/lib/payments/attention/find-item";
import { checkItemRefund, PrepareRefundInput, prepareRefund as prepare } from "@/lib/payments/attention/prepare-refund";
import {
  SimulateRefundInput,
  SimulateRefundsInput,
  simulateRefund as simulate,
  simulateRefunds as simulateMany,
} from "@/lib/payments/attention/simulate-refund";
import { requestRemaining as request } from "@/lib/payments/intents/request-remaining";
import { cancelRefund as cancel } from "@/lib/payments/refunds/cancel";
import { checkIntentRefund } from "@/lib/payments/refunds/check";
import { ClearRefundAddressInput, clearRefundAddress as clear } from "@/lib/payments/refunds/clear-refund-address";
import { ConfirmRefundsInput, confirmRefunds as confirm } from "@/lib/payments/refunds/confirm";
import { RefundId } from "@/lib/payments/refunds/lock";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { prepareRefundAgain as prepareAgain } from "@/lib/payments/refunds/prepare-again";
import { RejectRefundsInput, rejectRefunds as reject } from "@/lib/payments/refunds/reject";
import { wakeJobs } from "@/lib/service/api/wake";
import { memberAction } from "@/lib/service/auth/action";
import { checkSent as check } from "@/lib/settlement/funds/check-sent";
import { discardSigned as discard } from "@/lib/settlement/funds/discard-signed";
import { planRefunds as plan } from "@/lib/settlement/funds/plan-refunds";
import { RefundsToSignInput } from "@/lib/settlement/funds/refunds-to-sign";
import { sendAgain as resend, UnfinishedInput } from "@/lib/settlement/funds/send-again";
import { SendSignedInput, sendSigned as send } from "@/lib/settlement/funds/send-signed";
import { issueSweepLink as issue, TypedSweep } from "@/lib/settlement/funds/sweep-link";
import { refundToSign, SweepAddressInput, sweepAddressToSign } from "@/lib/settlement/funds/transfer-to-sign";
import { AcceptBalanceInput, acceptBalance as takeBalance } from "@/lib/settlement/ledger/accept-balance";
import { AttachInput, attachTransfer as attach } from "@/lib/settlement/ledger/attach-transfer";

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
  { input: PrepareRefundInput, permission: "attention.manage", check: checkItemRefund, password: true },
  prepare,
);

/** Of a payment, whether it has an item under Needs attention or not. */
export const preparePaymentRefund = memberAction(
  { input: PrepareIntentRefundInput, permission: "attention.manage", check: checkIntentRefund, password: true },
  prepareIntentRefund,
);

export const prepareRefundAgain = memberAction({ input: RefundId, permission: "attention.manage" }, prepareAgain);

export const cancelRefund = memberAction({ input: RefundId, permission: "attention.manage" }, cancel);

/** Only what a member has confirmed with their password is offered for signing. */
export const confirmRefunds = memberAction(
  { input: ConfirmRefundsInput, permission: "attention.manage", password: true },
  async (ctx, input) => {
    const done = await confirm(ctx, input);
    wakeJobs();
    return done;
  },
);

export const rejectRefunds = memberAction(
  { input: RejectRefundsInput, permission: "attention.manage" },
  async (ctx, input) => {
    const done = await reject(ctx, input);
    wakeJobs();
    return done;
  },
);

export const simulateRefund = memberAction({ input: SimulateRefundInput, permission: "attention.manage" }, simulate);

export const simulateRefunds = memberAction(
  { input: SimulateRefundsInput, permission: "attention.manage" },
  simulateMany,
);

export const clearRefundAddress = memberAction(
  { input: ClearRefundAddressInput, permission: "attention.manage" },
  clear,
);

/** For a wallet in the browser, which signs at once. */
export const prepareRefundTransaction = memberAction(
  { input: RefundId, permission: "attention.manage" },
  (ctx, input) => refundToSign(ctx, input, "wallet"),
);

/** What signing many refunds would send, and which of them can't be signed. */
export const planRefunds = memberAction({ input: RefundsToSignInput, permission: "attention.manage" }, plan);

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
export const sendAgain = memberAction({ input: UnfinishedInput, permission: "attention.manage" }, resend);

export const discardSigned = memberAction({ input: UnfinishedInput, permission: "attention.manage" }, discard);

export const checkSent = memberAction({ input: RefundId, permission: "attention.manage" }, check);

export const attachTransfer = memberAction(
  { input: AttachInput, permission: "attention.manage" },
  async (ctx, input) => {
    const found = await attach(ctx, input);
    wakeJobs();
    return found;
  },
);
