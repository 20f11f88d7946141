import { getPaymentIntent } from "@/lib/service/api/endpoints/payment-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getPaymentIntent.handlers;
