import { simulatePayment } from "@/lib/service/api/endpoints/simulate-payment";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = simulatePayment.handlers;
