import { demoCreateIntent } from "@/lib/service/api/endpoints/demo-create-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = demoCreateIntent.handlers;
