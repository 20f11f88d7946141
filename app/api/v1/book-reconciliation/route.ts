import { getBookReconciliation } from "@/lib/service/api/endpoints/book-reconciliation";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getBookReconciliation.handlers;
