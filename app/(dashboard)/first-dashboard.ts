import type { Route } from "next";
import { cookies } from "next/headers";
import { pathTo } from "@/components/shell/paths";
import { ENVIRONMENTS, type Environment } from "@/lib/base/context/context";
import { may } from "@/lib/base/values/permissions";
import { listMemberships, type Membership } from "@/lib/people/members/find-membership";
import { ownCookie } from "@/lib/service/auth/own-cookie";
import type { SignedIn } from "@/lib/service/auth/session";

export type FirstDashboard = {
  membership: Membership;
  path: Route;
  /** the environment of the last visit; null on a first visit to this merchant */
  lastEnvironment: Environment | null;
};

/** Where the dashboard opens: the requested merchant, the last one visited, or the first by name; null without any. */
export async function firstDashboard({ ctx }: SignedIn, wanted?: unknown): Promise<FirstDashboard | null> {
  const memberships = await listMemberships(ctx);
  const [last, environment] = ((await cookies()).get(ownCookie("till-place"))?.value ?? "").split("/");
  const find = (id: unknown) => memberships.find(({ merchant }) => merchant.id === id);
  const membership = find(wanted) ?? find(last) ?? memberships[0];
  if (!membership) return null;
  const lastEnvironment =
    membership.merchant.id === last ? (ENVIRONMENTS.find((one) => one === environment) ?? null) : null;
  const dashboard = { merchant: membership.merchant.id, environment: lastEnvironment ?? "sandbox" };
  const overview = may(membership.role, "overview.view");
  return { membership, path: overview ? pathTo(dashboard) : pathTo(dashboard, "payments"), lastEnvironment };
}
