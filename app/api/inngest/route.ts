import type { NextRequest } from "next/server";
import { env } from "@/lib/base/process/env";
import { withBodyWithin } from "@/lib/service/api/with-body-within";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";
export const maxDuration = 60;

/** Far more than our functions' events and steps; whose the request is, is known only when it has been read. */
const MAX_BYTES = 4 * 1024 * 1024;

type Method = "GET" | "POST" | "PUT";

/** Where Inngest calls us. Without its variables and with TILL_ROLE=web nothing is here and its SDK is not loaded. */
const answer = (method: Method) => async (request: NextRequest) => {
  if (!env().jobs.serves) {
    return refused(404, "not_found", "No such page.");
  }
  const bounded = await withBodyWithin(request, MAX_BYTES);
  if (!bounded) return refused(413, "payload_too_large", "The request body is larger than 4 MB.");
  const handlers = await import("@/inngest/serve");
  return handlers[method](bounded, undefined);
};

function refused(status: number, code: string, error: string): Response {
  return Response.json({ error, code }, { status, headers: { "cache-control": "no-store" } });
}

export const GET = answer("GET");
export const POST = answer("POST");
export const PUT = answer("PUT");
