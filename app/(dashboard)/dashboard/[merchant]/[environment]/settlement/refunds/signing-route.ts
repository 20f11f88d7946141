import { randomUUID } from "node:crypto";
import { conflict } from "@/lib/base/values/errors";
import { answerError } from "@/lib/service/api/errors";
import { readJson } from "@/lib/service/api/request";
import type { Member } from "@/lib/service/auth/member";
import { requireOwnOrigin } from "@/lib/service/auth/origin";
import { parseInput } from "@/lib/service/auth/parse-input";
import { exportRoute } from "@/lib/service/auth/route";
import { RefundsToSignInput } from "@/lib/settlement/funds/refunds-to-sign";

/**
 * A POST route that makes a file of the refunds named in its body, from our own pages: there are too many for a link.
 * Other answers are errors in the API's shape.
 */
export function signingRoute(make: (member: Member, input: RefundsToSignInput) => Promise<Response>) {
  return exportRoute("attention.manage", async (member, request) => {
    try {
      requireOwnOrigin(request.headers);
      return await make(member, parseInput(RefundsToSignInput, await readJson(request, "invalid_request")));
    } catch (error) {
      const { status, body, headers } = answerError(error, randomUUID(), "screen");
      return new Response(body, {
        status,
        headers: { ...headers, "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
      });
    }
  });
}

/** A file contains every refund that was chosen, or isn't made. Error: `conflict`. */
export function requireAll(leftOut: readonly unknown[]): void {
  if (leftOut.length === 0) return;
  const some = leftOut.length === 1 ? "One refund" : `${leftOut.length} refunds`;
  throw conflict(`${some} can't be signed any more. Check what is left, then download again.`);
}
