import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { compressedBody } from "@/lib/base/values/errors";
import { isCompressed } from "@/lib/service/api/content-coding";
import { withBodyWithin } from "@/lib/service/api/with-body-within";
import { authOptions } from "@/lib/service/auth/options";

const MAX_BYTES = 64 * 1024;

/** Options are made on the first request: a build has no environment. */
async function handler(request: NextRequest, context: RouteContext<"/api/auth/[...nextauth]">): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth's own client reports its errors there; ours has none, and a stranger's words do not belong in the log
  if (nextauth.includes("_log")) return refused(404, "not_found", "No such page.");
  if (isCompressed(request.headers.get("content-encoding"))) {
    return refused(415, "unsupported_media_type", compressedBody().message);
  }
  const bounded = await withBodyWithin(request, MAX_BYTES);
  if (!bounded) return refused(413, "payload_too_large", "The request body is larger than 64 kB.");
  try {
    return await NextAuth(authOptions())(bounded, context);
  } catch (error) {
    if (error instanceof SyntaxError) return refused(400, "invalid_request", "The body must be valid JSON.");
    throw error;
  }
}

function refused(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status, headers: { "cache-control": "no-store" } });
}

export { handler as GET, handler as POST };
