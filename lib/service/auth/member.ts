import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { ENVIRONMENTS, type Environment, type MemberContext } from "@/lib/base/context/context";
import { may, type Permission } from "@/lib/base/values/permissions";
import type { SessionUser } from "@/lib/people/accounts/find-session";
import { findMembership, type Membership } from "@/lib/people/members/find-membership";
import { currentUser, requireUser, type SignedIn } from "@/lib/service/auth/session";

/** The merchant and environment in a dashboard address. */
export const DashboardParams = z.object({ merchant: z.guid(), environment: z.enum(ENVIRONMENTS) });
export type DashboardParams = z.infer<typeof DashboardParams>;

export type Member = {
  ctx: MemberContext;
  account: SessionUser;
  merchant: Membership["merchant"];
  environment: Environment;
  can(permission: Permission): boolean;
};

/**
 * For pages: the signed-in member of the merchant in the address, with the permission. Without a session it redirects
 * to sign-in; another merchant is a 404, like one that does not exist; a role without the permission is a 403. A member
 * without the second step that the merchant requires is redirected to set it up.
 */
export async function requireMember(params: Promise<unknown>, permission: Permission): Promise<Member> {
  const user = await requireUser();
  const member = await loadMember(user, await params);
  if (member === "not_found") notFound();
  if (member === "two_step_required") redirect("/account/security");
  if (!member.can(permission)) forbidden();
  return member;
}

/** For actions and routes, which turn a refusal into their own answer. */
export async function findMember(dashboard: unknown): Promise<"signed_out" | Refusal | Member> {
  const user = await currentUser();
  return user ? loadMember(user, dashboard) : "signed_out";
}

export const TWO_STEP_REQUIRED =
  "This business requires two-step sign-in. Set it up under Your account, then try again.";

/** `two_step_required`: a member whose account lacks what the merchant requires. */
type Refusal = "not_found" | "two_step_required";

async function loadMember(user: SignedIn, dashboard: unknown): Promise<Refusal | Member> {
  const parsed = DashboardParams.safeParse(dashboard);
  if (!parsed.success) return "not_found";
  const { merchant, environment } = parsed.data;
  const membership = await loadMembership(user, merchant.toLowerCase());
  if (!membership) return "not_found";
  if (membership.merchant.requiresTwoStep && !user.account.totpEnabled) return "two_step_required";
  const { role, terminalIds } = membership;
  return {
    ctx: { ...user.ctx, merchantId: membership.merchant.id, environment, role, terminalIds },
    account: user.account,
    merchant: membership.merchant,
    environment,
    can: (permission) => may(role, permission),
  };
}

/** One query for a layout and its page together. */
const loadMembership = cache((user: SignedIn, merchantId: string) => findMembership(user.ctx, merchantId));
