import { listWebhookEndpoints } from "@/lib/service/api/endpoints/webhook-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listWebhookEndpoints.handlers;
