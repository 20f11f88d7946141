import { randomUUID } from "node:crypto";
import { conflict, DomainError, isDomainError } from "@/lib/base/values/errors";
import { answerError } from "@/lib/service/api/errors";
import { readJson } from "@/lib/service/api/request";
import type { Member } from "@/lib/service/auth/member";
import { requireOwnOrigin } from "@/lib/service/auth/origin";
import { RefundsToSignInput } from "@/lib/settlement/funds/refunds-to-sign";

/**
 * Answers a POST with a file of the refunds named in its body, from our own pages: there are too many for a link. Other
 * answers are errors in the API's shape.
 */
export function refundsFile(make: (member: Member, input: RefundsToSignInput) => Promise<Response>) {
  return async (member: Member, request: Request) => {
    try {
      requireOwnOrigin(request.headers);
      return await make(member, readInput(await readJson(request, "invalid_request")));
    } catch (error) {
      // the API has no such codes
      if (isDomainError(error) && error.code === "conflict") return refused(409, error.message);
      if (isDomainError(error) && error.code === "forbidden") return refused(403, error.message);
      const { status, body, headers } = answerError(error, randomUUID(), "screen");
      return new Response(body, {
        status,
        headers: { ...headers, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
      });
    }
  };
}

function readInput(body: unknown): RefundsToSignInput {
  const input = RefundsToSignInput.safeParse(body);
  if (!input.success) throw new DomainError("invalid_request", "Choose 1 to 1,000 refunds.");
  return input.data;
}

function refused(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}

/** A file contains every refund that was chosen, or isn't made. Error: `conflict`. */
export function requireAll(leftOut: readonly unknown[]): void {
  if (leftOut.length === 0) return;
  const some = leftOut.length === 1 ? "One refund" : `${leftOut.length} refunds`;
  throw conflict(`${some} can't be signed any more. Check what is left, then download again.`);
}
