import { findFirstSteps } from "@/lib/business/merchants/find-first-steps";
import { memberRoute } from "@/lib/service/auth/route";

/** What the welcome page polls: the first payment that the merchant's own server creates. */
export const GET = memberRoute("terminals.manage", async ({ ctx }) => {
  const { intent } = await findFirstSteps(ctx);
  return Response.json({ intent }, { headers: { "cache-control": "no-store" } });
});
