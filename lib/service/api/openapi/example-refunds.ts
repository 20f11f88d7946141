import { hexFromTron } from "@/lib/base/tron/address";
import { SCOPES } from "@/lib/base/values/scopes";
import type { FoundRefund } from "@/lib/payments/refunds/find-refunds";
import { presentRefund, presentRefunds } from "@/lib/payments/refunds/present";
import { EXAMPLE_ID } from "@/lib/service/api/openapi/examples";

/** A live refund that a key has prepared and no member has confirmed yet. */
const REFUND: FoundRefund = {
  id: "d8a4b6c2-5e1f-4f3a-9b7d-0c2e8f6a4b19",
  intentId: EXAMPLE_ID,
  environment: "live",
  status: "prepared",
  amountMicros: 5_250_000n,
  toAddress: hexFromTron("TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC"),
  fromAddress: hexFromTron("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"),
  reason: "Returned item",
  failure: null,
  confirmedAt: null,
  createdAt: new Date("2026-03-01T14:10:02.517Z"),
  sentAt: null,
  failedAt: null,
  finalAt: null,
  withdrawnAt: null,
  isByKey: true,
  isOwn: true,
  txHash: null,
};

const READER = { scopes: SCOPES };

export const exampleRefund = () => presentRefund(REFUND, READER);

export const exampleRefunds = () =>
  presentRefunds({ refunds: [REFUND], next: `1772374202517000_${REFUND.id}_5c1e7f0a93d44e2b` }, READER);

export const exampleCancelledRefund = () =>
  presentRefund({ ...REFUND, status: "cancelled", withdrawnAt: new Date("2026-03-01T14:12:40.093Z") }, READER);
