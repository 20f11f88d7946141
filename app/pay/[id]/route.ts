import { paymentPage } from "@/app/pay/payment-pages";
import { paymentDocument } from "@/app/pay/render";

/** The hosted payment page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = paymentPage("/pay/[id]", paymentDocument);
