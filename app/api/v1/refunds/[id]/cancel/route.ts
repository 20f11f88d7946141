import { cancelRefund } from "@/lib/service/api/endpoints/cancel-refund";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = cancelRefund.handlers;
