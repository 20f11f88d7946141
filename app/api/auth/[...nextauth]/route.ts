import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";

/** Options are made on the first request: a build has no environment. */
async function handler(request: Request, context: RouteContext<"/api/auth/[...nextauth]">): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth's own client reports its errors there; ours has none, and a stranger's words do not belong in the log
  if (nextauth.includes("_log")) return refused(404, "not_found", "No such page.");
  try {
    return await NextAuth(authOptions())(request, context);
  } catch (error) {
    if (error instanceof SyntaxError) return refused(400, "invalid_request", "The body must be valid JSON.");
    throw error;
  }
}

function refused(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status, headers: { "cache-control": "no-store" } });
}

export { handler as GET, handler as POST };
