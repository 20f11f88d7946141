import { createPaymentIntent } from "@/lib/service/api/endpoints/create-payment-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createPaymentIntent.handlers;
