import { intentIn } from "@/app/pay/intent-in";
import { publicEndpoint } from "@/lib/api/endpoint";
import { getProgress } from "@/lib/intents/get-progress";

/** The content of one event, for pages and windows that can't receive server-sent events. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/pay/[id]/progress",
  cors: true,
  limit: "status",
  input: { GET: intentIn },
  verb: getProgress,
  present: (progress) => progress,
});
