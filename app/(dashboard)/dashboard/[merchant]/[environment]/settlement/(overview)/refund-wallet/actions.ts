"use server";

import { z } from "zod";
import {
  checkRefundWallet,
  removeRefundWallet as remove,
  SetRefundWalletInput,
  setRefundWallet as set,
} from "@/lib/chain/wallets/set-refund-wallet";
import { wakeJobs } from "@/lib/service/api/wake";
import { memberAction } from "@/lib/service/auth/action";
import {
  confirmWalletTransfer as confirm,
  rejectWalletTransfer as reject,
  WalletTransferId,
} from "@/lib/settlement/ledger/wallet-transfers";

export const setRefundWallet = memberAction(
  { input: SetRefundWalletInput, permission: "settlement.manage", check: checkRefundWallet, password: true },
  set,
);

export const removeRefundWallet = memberAction(
  { input: z.object({}), permission: "settlement.manage", password: true },
  remove,
);

export const confirmWalletTransfer = memberAction(
  { input: WalletTransferId, permission: "attention.manage" },
  async (ctx, input) => {
    await confirm(ctx, input);
    wakeJobs();
  },
);

export const rejectWalletTransfer = memberAction({ input: WalletTransferId, permission: "attention.manage" }, reject);
