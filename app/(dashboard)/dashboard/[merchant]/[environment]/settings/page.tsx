import { forbidden, redirect } from "next/navigation";
import { pathTo } from "@/components/shell/paths";
import { requireMember } from "@/lib/service/auth/member";
import { SETTINGS_PAGES } from "./settings-pages";

export default async function Page({ params }: PageProps<"/dashboard/[merchant]/[environment]/settings">) {
  const { merchant, environment, can } = await requireMember(params, "team.view");
  const first = SETTINGS_PAGES.find(({ permission }) => can(permission));
  if (!first) forbidden();
  redirect(pathTo({ merchant: merchant.id, environment }, "settings", first.page));
}
