import { forbidden, redirect } from "next/navigation";
import { pathTo } from "@/components/shell/paths";
import { requireMember } from "@/lib/auth/member";
import type { Permission } from "@/lib/permissions";

/** The settings pages in the order of the navigation, each with the permission that it requires. */
const PAGES: [string, Permission][] = [
  ["general", "merchant.manage"],
  ["team", "team.view"],
  ["audit", "audit.view"],
];

export default async function Page({ params }: PageProps<"/dashboard/[merchant]/[environment]/settings">) {
  const { merchant, environment, can } = await requireMember(params, "payments.view");
  const first = PAGES.find(([, permission]) => can(permission));
  if (!first) forbidden();
  redirect(pathTo({ merchant: merchant.id, environment }, "settings", first[0]));
}
