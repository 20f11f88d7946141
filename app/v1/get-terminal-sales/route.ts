export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/v1/get-terminal-sales/route";
