import { titleOf } from "@/app/pay/document";
import { findPayment } from "@/app/pay/payment-pages";
import { readerOf } from "@/app/pay/reader";
import { paymentTree } from "@/app/pay/render";
import { viewOf } from "@/app/pay/view-of";
import { publicEndpoint } from "@/lib/service/api/endpoint";

/** The payment page as it is now: its title and its markup as a tree. For the page's script, after news. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/pay/[id]/fragment",
  limit: "status",
  input: { GET: async (request) => viewOf(await findPayment(request), readerOf(request)) },
  verb: async (_, view) => view,
  present: (view) => ({ title: titleOf(view).title, tree: paymentTree(view) }),
});
