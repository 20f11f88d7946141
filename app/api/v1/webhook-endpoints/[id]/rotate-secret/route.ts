import { rotateWebhookSecret } from "@/lib/service/api/endpoints/rotate-webhook-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = rotateWebhookSecret.handlers;
