import { listPaymentIntents } from "@/lib/service/api/endpoints/payment-intents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listPaymentIntents.handlers;
