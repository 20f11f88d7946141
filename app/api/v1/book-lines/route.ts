import { listBookLines } from "@/lib/service/api/endpoints/book-lines";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listBookLines.handlers;
