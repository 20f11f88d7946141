import { intentIn } from "@/app/pay/intent-in";
import { getProgress } from "@/lib/payments/page/get-progress";
import { publicEndpoint } from "@/lib/service/api/endpoint";

/** The content of one event, for pages and windows that can't receive server-sent events. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/pay/[id]/progress",
  cors: true,
  limit: "status",
  input: { GET: intentIn },
  verb: getProgress,
  present: (progress) => progress,
});
