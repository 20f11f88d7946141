import { randomUUID } from "node:crypto";
import { z } from "zod";
import { DomainError, isDomainError } from "@/lib/base/values/errors";
import type { PosContext } from "@/lib/payments/pos/context";
import { answerError } from "@/lib/service/api/errors";
import { readJson } from "@/lib/service/api/request";
import { requireOwnOrigin } from "@/lib/service/auth/origin";
import { parseInput } from "@/lib/service/auth/parse-input";
import { findPosSession } from "@/lib/service/auth/pos-session";

type RouteContext = { params: Promise<unknown> };

/**
 * A GET route of a keypad, for its device or a member who may charge there; anyone else gets a 401 in plain text.
 * Answers the verb's result as JSON, or an error in the API's shape and the screen's words. Routes, unlike actions, can
 * be aborted and repeated.
 */
export function posRoute<R>(verb: (pos: PosContext, params: unknown) => Promise<R>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, params, async (pos) => verb(pos, await params));
}

/** A POST route of a keypad, for requests from our own pages. */
export function posPost<S extends z.ZodType, R>(schema: S, verb: (pos: PosContext, input: z.output<S>) => Promise<R>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, params, async (pos) => verb(pos, await inputOf(request, schema)));
}

async function answer(request: Request, params: Promise<unknown>, run: (pos: PosContext) => Promise<unknown>) {
  try {
    if (request.method === "POST") requireOwnOrigin(request.headers);
    const pos = await findPosSession(await params);
    if (!pos) return plain(401, "This keypad isn't available. Sign in, or open a new device link.");
    return Response.json(await run(pos), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (isDomainError(error) && error.code === "forbidden") return plain(403, error.message);
    const { status, body, headers } = answerError(error, randomUUID(), "screen");
    return new Response(body, {
      status,
      headers: { ...headers, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    });
  }
}

async function inputOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const body = await readJson(request, "invalid_request");
  try {
    return parseInput(schema, body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new DomainError("invalid_request", error.issues[0]?.message ?? "The request isn't valid.");
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
