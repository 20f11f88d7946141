import { pathTo } from "@/components/shell/paths";
import { SettingsNav } from "@/components/shell/settings-nav";
import { findMember } from "@/lib/service/auth/member";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { SETTINGS_PAGES } from "./settings-pages";

const { nav, title } = settingsMessages;

/** The navigation of the settings pages that the role can see. Access is checked by each page. */
export default async function SettingsLayout({
  children,
  params,
}: LayoutProps<"/dashboard/[merchant]/[environment]/settings">) {
  const member = await findMember(await params);
  if (typeof member === "string") return children;
  const dashboard = { merchant: member.merchant.id, environment: member.environment };
  const items = SETTINGS_PAGES.filter(({ permission }) => member.can(permission)).map(({ page, label }) => ({
    href: pathTo(dashboard, "settings", page),
    label,
  }));
  return (
    <div className="flex flex-col gap-6 lg:flex-row lg:gap-12">
      <SettingsNav label={title} items={[...items, { href: "/account", label: nav.account }]} />
      <div className="flex min-w-0 flex-1 flex-col gap-8">{children}</div>
    </div>
  );
}
