import { paymentTrouble } from "@/app/pay/payment-pages";
import { backToReceipt, sendReceipt } from "@/app/pay/receipt-by-email";
import { pageEndpoint } from "@/lib/service/api/page-endpoint";

/** Sends the receipt by email. For a plain form: it answers with the receipt's page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = pageEndpoint({
  path: "/pay/[id]/receipt/email",
  methods: { GET: backToReceipt, POST: sendReceipt },
  trouble: paymentTrouble,
});
