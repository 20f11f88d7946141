import { getTerminalSales } from "@/lib/service/api/endpoints/get-terminal-sales";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = getTerminalSales.handlers;
