import { titleOf } from "@/app/pay/document";
import { findPayment } from "@/app/pay/payment-pages";
import { readerOf } from "@/app/pay/reader";
import { windowTree } from "@/app/pay/render";
import { viewOf } from "@/app/pay/view-of";
import { publicEndpoint } from "@/lib/service/api/endpoint";

/** The payment as it is now, for the window of checkout.js: its markup as a tree, and what the shop's page is told. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/pay/[id]/window",
  cors: true,
  limit: "status",
  input: {
    GET: async (request) => {
      const checkout = await findPayment(request);
      return { checkout, view: viewOf(checkout, readerOf(request)) };
    },
  },
  verb: async (_, found) => found,
  present: ({ checkout, view }) => ({
    title: titleOf(view).preview?.title,
    environment: checkout.environment,
    amount_usdt: checkout.amountUsdt,
    status: checkout.status,
    tree: windowTree(view),
  }),
});
