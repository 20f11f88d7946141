import type { NextRequest } from "next/server";
import { env } from "@/lib/env";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";
export const maxDuration = 60;

type Method = "GET" | "POST" | "PUT";

/** Where Inngest calls us. Without its variables and with TILL_ROLE=web nothing is here and its SDK is not loaded. */
const answer = (method: Method) => async (request: NextRequest) => {
  if (!env().jobs.serves) {
    return Response.json(
      { error: "No such page.", code: "not_found" },
      { status: 404, headers: { "cache-control": "no-store" } },
    );
  }
  const handlers = await import("@/inngest/serve");
  return handlers[method](request, undefined);
};

export const GET = answer("GET");
export const POST = answer("POST");
export const PUT = answer("PUT");
