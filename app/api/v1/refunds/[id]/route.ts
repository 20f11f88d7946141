import { getRefund } from "@/lib/service/api/endpoints/refund";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getRefund.handlers;
