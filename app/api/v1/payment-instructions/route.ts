import { paymentInstructions } from "@/lib/service/api/endpoints/payment-instructions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = paymentInstructions.handlers;
