import { paymentPage } from "@/app/pay/payment-pages";
import { receiptDocument } from "@/app/pay/render";

/** The printable receipt. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = paymentPage("/pay/[id]/receipt", receiptDocument);
