import { cancelPaymentIntent } from "@/lib/service/api/endpoints/cancel-payment-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cancelPaymentIntent.handlers;
