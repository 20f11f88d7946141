"use server";

import { wakeJobs } from "@/lib/api/wake";
import { memberAction } from "@/lib/auth/action";
import { cancelIntent } from "@/lib/intents/cancel";
import { createTestPayment, TestPaymentInput } from "@/lib/intents/create-test";
import { IntentId, SimulatePaymentInput } from "@/lib/intents/schemas";
import { simulatePayment as playCustomer } from "@/lib/intents/simulate";

export const cancelPayment = memberAction({ input: IntentId, permission: "payments.cancel" }, async (ctx, { id }) => {
  await cancelIntent(ctx, { id }, null);
  wakeJobs({ intentId: id, settled: true });
});

export const simulatePayment = memberAction(
  { input: SimulatePaymentInput, permission: "payments.simulate" },
  async (ctx, input) => {
    const { status } = await playCustomer(ctx, input);
    wakeJobs({ intentId: input.id, settled: status !== "pending" });
    return { status };
  },
);

export const makeTestPayment = memberAction(
  { input: TestPaymentInput, permission: "payments.simulate" },
  async (ctx, input) => {
    const { id, expiresAt } = await createTestPayment(ctx, input);
    wakeJobs({ intentId: id, expiresAt });
    return { id };
  },
);
