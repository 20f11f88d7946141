import { testWebhookEndpoint } from "@/lib/service/api/endpoints/test-webhook-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = testWebhookEndpoint.handlers;
