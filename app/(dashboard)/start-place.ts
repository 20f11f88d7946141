import type { Route } from "next";
import { cookies } from "next/headers";
import { pathTo } from "@/components/shell/paths";
import type { SignedIn } from "@/lib/auth/session";
import { listMemberships, type Membership } from "@/lib/members/find-membership";
import { may } from "@/lib/permissions";

/** Where the dashboard opens: the requested merchant, the last one visited, or the first by name; null without any. */
export async function startPlace(
  { ctx }: SignedIn,
  wanted?: unknown,
): Promise<{ membership: Membership; path: Route } | null> {
  const memberships = await listMemberships(ctx);
  const [last, environment] = ((await cookies()).get("till-place")?.value ?? "").split("/");
  const find = (id: unknown) => memberships.find(({ merchant }) => merchant.id === id);
  const membership = find(wanted) ?? find(last) ?? memberships[0];
  if (!membership) return null;
  const live = environment === "live" && membership.merchant.id === last;
  const scope = { merchant: membership.merchant.id, environment: live ? ("live" as const) : ("sandbox" as const) };
  const overview = may(membership.role, "overview.view");
  return { membership, path: overview ? pathTo(scope) : pathTo(scope, "payments") };
}
