import { findMember, type Member, TWO_STEP_REQUIRED } from "@/lib/auth/member";
import type { Permission } from "@/lib/permissions";

type RouteContext = { params: Promise<unknown> };

/** A GET route of the dashboard (exports, feeds) for members who hold the permission; others get plain text and a status. */
export function memberRoute(permission: Permission, handler: (member: Member, request: Request) => Promise<Response>) {
  return async (request: Request, { params }: RouteContext): Promise<Response> => {
    const member = await findMember(await params);
    if (member === "signed_out") return plain(401, "Sign in first.");
    if (member === "not_found") return notFoundResponse();
    if (member === "two_step_required") return plain(403, TWO_STEP_REQUIRED);
    if (!member.can(permission)) return plain(403, "Your role doesn't allow this.");
    return handler(member, request);
  };
}

/** For what isn't this merchant's, or isn't at all. */
export function notFoundResponse(): Response {
  return plain(404, "Not found.");
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
