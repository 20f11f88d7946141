import { memberRoute } from "@/lib/auth/route";
import { findFirstSteps } from "@/lib/merchants/find-first-steps";

/** What the welcome page polls: the first payment that the merchant's own server creates. */
export const GET = memberRoute("terminals.manage", async ({ ctx }) => {
  const { intent } = await findFirstSteps(ctx);
  return Response.json({ intent }, { headers: { "cache-control": "no-store" } });
});
