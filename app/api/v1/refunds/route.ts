import { createRefund } from "@/lib/service/api/endpoints/refunds";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRefund.handlers;
