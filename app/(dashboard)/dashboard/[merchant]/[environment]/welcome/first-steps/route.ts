import { memberRoute } from "@/lib/auth/route";
import { findFirstSteps } from "@/lib/merchants/find-first-steps";

/** What the welcome waits for: the first payment that the shop's own server asks for. */
export const GET = memberRoute("terminals.manage", async ({ ctx }) => {
  const { intent } = await findFirstSteps(ctx);
  return Response.json({ intent }, { headers: { "cache-control": "no-store" } });
});
