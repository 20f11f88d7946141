import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseBody } from "@/lib/api/body";
import { answerError } from "@/lib/api/errors";
import { requireOwnOrigin } from "@/lib/auth/origin";
import { findTill } from "@/lib/auth/till";
import { DomainError, isDomainError } from "@/lib/errors";
import { plainIssue } from "@/lib/input-errors";
import type { TillContext } from "@/lib/pos/till";

type RouteContext = { params: Promise<unknown> };

/**
 * A GET route of a keypad, for its device or a member who may charge there; others get plain text. Answers with the verb's
 * result as JSON, or an API error. Routes instead of actions let a keypad abort a call and repeat it.
 */
export function tillRoute<R>(verb: (till: TillContext, params: unknown) => Promise<R>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, params, async (till) => verb(till, await params));
}

/** A POST route of a keypad, for our own pages: like `tillRoute`, with a body. */
export function tillPost<S extends z.ZodType, R>(
  schema: S,
  verb: (till: TillContext, input: z.output<S>) => Promise<R>,
) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, params, async (till) => verb(till, await inputOf(request, schema)));
}

async function answer(request: Request, params: Promise<unknown>, run: (till: TillContext) => Promise<unknown>) {
  try {
    if (request.method === "POST") requireOwnOrigin(request.headers);
    const till = await findTill(await params);
    if (!till) return plain(401, "This keypad is closed. Sign in, or open a new device link.");
    return Response.json(await run(till), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (isDomainError(error) && error.code === "forbidden") return plain(403, error.message);
    const { status, body, headers } = answerError(error, randomUUID());
    return new Response(body, {
      status,
      headers: { ...headers, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    });
  }
}

async function inputOf<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const body = await parseBody(request, z.unknown(), { body: "invalid_request" });
  const parsed = schema.safeParse(body, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw new DomainError("invalid_request", parsed.error.issues[0]?.message ?? "The request isn't valid.");
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
