import type { ApiEndpoint } from "@/lib/service/api/declare";
import { listBookLines } from "@/lib/service/api/endpoints/book-lines";
import { getBookReconciliation } from "@/lib/service/api/endpoints/book-reconciliation";
import { cancelPaymentIntent } from "@/lib/service/api/endpoints/cancel-payment-intent";
import { cancelRefund } from "@/lib/service/api/endpoints/cancel-refund";
import { createPaymentIntent } from "@/lib/service/api/endpoints/create-payment-intent";
import { demoCreateIntent } from "@/lib/service/api/endpoints/demo-create-intent";
import { events } from "@/lib/service/api/endpoints/events";
import { getTerminalSales } from "@/lib/service/api/endpoints/get-terminal-sales";
import { intentStatus } from "@/lib/service/api/endpoints/intent-status";
import { paymentInstructions } from "@/lib/service/api/endpoints/payment-instructions";
import { getPaymentIntent } from "@/lib/service/api/endpoints/payment-intent";
import { listPaymentIntents } from "@/lib/service/api/endpoints/payment-intents";
import { getRefund } from "@/lib/service/api/endpoints/refund";
import { createRefund, listRefunds } from "@/lib/service/api/endpoints/refunds";
import { rotateWebhookSecret } from "@/lib/service/api/endpoints/rotate-webhook-secret";
import { simulatePayment } from "@/lib/service/api/endpoints/simulate-payment";
import { testWebhookEndpoint } from "@/lib/service/api/endpoints/test-webhook-endpoint";
import {
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
} from "@/lib/service/api/endpoints/webhook-endpoint";
import { createWebhookEndpoint, listWebhookEndpoints } from "@/lib/service/api/endpoints/webhook-endpoints";

/**
 * Every endpoint of the API, in the order of the reference; a test holds it against the folders of declarations and
 * routes.
 */
export const ENDPOINTS: readonly ApiEndpoint[] = [
  createPaymentIntent,
  intentStatus,
  cancelPaymentIntent,
  paymentInstructions,
  demoCreateIntent,
  simulatePayment,
  getTerminalSales,
  listBookLines,
  getBookReconciliation,
  listPaymentIntents,
  getPaymentIntent,
  createRefund,
  listRefunds,
  getRefund,
  cancelRefund,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  events,
];
