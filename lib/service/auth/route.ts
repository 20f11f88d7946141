import { beginHeavyRead } from "@/lib/base/pacing/heavy-reads";
import { isDomainError } from "@/lib/base/values/errors";
import type { Permission } from "@/lib/base/values/permissions";
import { ERROR_STATUS } from "@/lib/service/api/errors";
import { findMember, type Member, TWO_STEP_REQUIRED } from "@/lib/service/auth/member";

type RouteContext = { params: Promise<unknown> };

type Handler = (member: Member, request: Request) => Promise<Response>;

/**
 * A GET route of the dashboard (exports, feeds) for members who hold the permission; others get plain text and a
 * status.
 */
export function memberRoute(permission: Permission, handler: Handler) {
  return async (request: Request, { params }: RouteContext): Promise<Response> => {
    const member = await findMember(await params);
    if (member === "signed_out") return plain(401, "Sign in first.");
    if (member === "not_found") return notFoundResponse();
    if (member === "two_step_required") return plain(403, TWO_STEP_REQUIRED);
    if (!member.can(permission)) return plain(403, "Your role doesn't allow this.");
    return handler(member, request);
  };
}

/**
 * Like `memberRoute`, for a file or list that may be long: of each person a few are made at a time, further ones are
 * refused. One counts until its last byte is taken or its reader is gone.
 */
export function exportRoute(permission: Permission, handler: Handler) {
  return memberRoute(permission, async (member, request) => {
    const end = beginRead(member);
    if (typeof end !== "function") return end;
    // also before anything is read of the answer
    request.signal.addEventListener("abort", end);
    try {
      const answer = await handler(member, request);
      if (answer.body && request.method !== "HEAD") return new Response(untilRead(answer.body, end), answer);
      end();
      await answer.body?.cancel();
      return new Response(null, answer);
    } catch (error) {
      end();
      throw error;
    }
  });
}

function beginRead({ ctx }: Member): (() => void) | Response {
  try {
    return beginHeavyRead(ctx.actor.userId);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return plain(ERROR_STATUS.rate_limited, error.message, { "retry-after": String(error.extra.retryAfterSeconds) });
  }
}

/** Calls `end` once all of a body is read, or will never be. */
function untilRead(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** For what isn't this merchant's, or isn't at all. */
export function notFoundResponse(): Response {
  return plain(404, "Not found.");
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers },
  });
}
