import { intentStatus } from "@/lib/service/api/endpoints/intent-status";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = intentStatus.handlers;
