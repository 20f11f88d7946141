import { getWebhookEndpoint } from "@/lib/service/api/endpoints/webhook-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getWebhookEndpoint.handlers;
