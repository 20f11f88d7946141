import { randomUUID } from "node:crypto";
import { methodNotAllowed } from "@/lib/base/values/errors";
import { JSON_HEADERS } from "@/lib/service/api/answer";
import { answerError } from "@/lib/service/api/errors";

/**
 * For routes that are only read: refuses methods that would change something with `method_not_allowed`, 405, in the
 * documented shape.
 */
export function onlyGet() {
  const refuse = (request: Request) => {
    const requestId = randomUUID();
    const { status, headers, body } = answerError(methodNotAllowed(request.method, "GET, HEAD"), requestId);
    return new Response(body, { status, headers: { ...JSON_HEADERS, "x-request-id": requestId, ...headers } });
  };
  return { POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
}
