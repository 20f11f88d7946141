import { events } from "@/lib/service/api/endpoints/events";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = events.handlers;
