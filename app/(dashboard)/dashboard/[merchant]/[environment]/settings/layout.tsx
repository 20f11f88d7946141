import { pathTo } from "@/components/shell/paths";
import { SettingsNav } from "@/components/shell/settings-nav";
import { findMember } from "@/lib/auth/member";
import { settingsMessages } from "@/lib/messages/en/settings";
import type { Permission } from "@/lib/permissions";

const { nav, title } = settingsMessages;

const PAGES: { page: string; label: string; permission: Permission }[] = [
  { page: "general", label: nav.business, permission: "merchant.manage" },
  { page: "team", label: nav.team, permission: "team.view" },
  { page: "audit", label: nav.audit, permission: "audit.view" },
];

/** The navigation of the settings pages that the role can see. Access is checked by each page. */
export default async function SettingsLayout({
  children,
  params,
}: LayoutProps<"/dashboard/[merchant]/[environment]/settings">) {
  const member = await findMember(await params);
  if (typeof member === "string") return children;
  const scope = { merchant: member.merchant.id, environment: member.environment };
  const items = PAGES.filter(({ permission }) => member.can(permission)).map(({ page, label }) => ({
    href: pathTo(scope, "settings", page),
    label,
  }));
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:gap-12">
      <SettingsNav label={title} items={[...items, { href: "/account", label: nav.account }]} />
      <div className="flex min-w-0 flex-1 flex-col gap-8">{children}</div>
    </div>
  );
}
