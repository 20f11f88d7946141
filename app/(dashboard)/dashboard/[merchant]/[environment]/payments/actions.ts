"use server";

import { z } from "zod";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { createTestPayment as createTest, TestPaymentInput } from "@/lib/payments/intents/create-test";
import { IntentId, SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { simulatePayment as simulate } from "@/lib/payments/intents/simulate";
import { DeleteViewInput, deleteView } from "@/lib/payments/lists/delete-view";
import { ListChoice } from "@/lib/payments/lists/list-choice";
import { saveListChoice } from "@/lib/payments/lists/save-list-choice";
import { SaveViewInput, saveView } from "@/lib/payments/lists/save-view";
import { chargeAsMember, MemberChargeInput } from "@/lib/payments/pos/charge-as-member";
import { offerPrices } from "@/lib/payments/prices/offer-prices";
import { AnnotateInput, annotateIntent } from "@/lib/payments/timeline/annotate";
import { limitCharge } from "@/lib/service/api/limits/limit-charge";
import { wakeJobs } from "@/lib/service/api/wake";
import { memberAction } from "@/lib/service/auth/action";

/** Repeating a `chargeId` returns the same payment. */
export const createPayment = memberAction(
  { input: MemberChargeInput, permission: "payments.charge" },
  async (ctx, input) => {
    const payment = await chargeAsMember(ctx, input, limitCharge);
    wakeJobs({ intentId: payment.id, expiresAt: new Date(payment.expiresAt) });
    return payment;
  },
);

export const getPriceOffers = memberAction({ input: z.object({}), permission: "payments.charge" }, offerPrices);

export const cancelPayment = memberAction({ input: IntentId, permission: "payments.cancel" }, async (ctx, { id }) => {
  await cancelIntent(ctx, { id }, null);
  wakeJobs({ intentId: id, settled: true });
});

export const simulatePayment = memberAction(
  { input: SimulatePaymentInput, permission: "payments.simulate" },
  async (ctx, input) => {
    const { status } = await simulate(ctx, input);
    wakeJobs({ intentId: input.id, settled: status !== "pending" });
    return { status };
  },
);

export const createTestPayment = memberAction(
  { input: TestPaymentInput, permission: "payments.simulate" },
  async (ctx, input) => {
    const { id, expiresAt } = await createTest(ctx, input);
    wakeJobs({ intentId: id, expiresAt });
    return { id };
  },
);

export const savePaymentView = memberAction({ input: SaveViewInput, permission: "payments.view" }, saveView);

export const deletePaymentView = memberAction({ input: DeleteViewInput, permission: "payments.view" }, deleteView);

export const savePaymentList = memberAction({ input: ListChoice, permission: "payments.view" }, saveListChoice);

export const annotatePayment = memberAction({ input: AnnotateInput, permission: "payments.annotate" }, annotateIntent);
