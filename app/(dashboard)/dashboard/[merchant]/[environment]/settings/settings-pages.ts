import type { Permission } from "@/lib/base/values/permissions";
import { settingsMessages } from "@/lib/service/messages/en/settings";

const { nav } = settingsMessages;

/** The settings pages in the order of the navigation, each with the permission that it requires. */
export const SETTINGS_PAGES: { page: string; label: string; permission: Permission }[] = [
  { page: "general", label: nav.business, permission: "merchant.manage" },
  { page: "currencies", label: nav.currencies, permission: "rates.view" },
  { page: "team", label: nav.team, permission: "team.view" },
  { page: "notifications", label: nav.notifications, permission: "notifications.choose" },
  { page: "audit", label: nav.audit, permission: "audit.view" },
];
