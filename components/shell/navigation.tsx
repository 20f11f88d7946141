import type { Route } from "next";
import type { Elements } from "@/components/ui/elements";
import type { Permission } from "@/lib/base/values/permissions";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { NavIcon } from "./nav-icon";
import { type DashboardParams, pathTo, type Section } from "./paths";

export type NavItem = {
  id: Section | "overview";
  label: string;
  href: Route;
  icon: Elements;
  /** how many items need attention there; 0 shows no number */
  count?: number;
  /** the key that opens the section after `g` */
  letter: string;
};

export type NavGroup = { id: string; items: NavItem[] };

type Entry = Omit<NavItem, "href" | "count" | "icon"> & { permission: Permission; group: string };

const text = shellMessages.navigation;

const ENTRIES: Entry[] = [
  { id: "overview", label: text.overview, letter: "o", permission: "overview.view", group: "work" },
  { id: "payments", label: text.payments, letter: "p", permission: "payments.view", group: "work" },
  { id: "terminals", label: text.terminals, letter: "t", permission: "terminals.view", group: "work" },
  { id: "settlement", label: text.settlement, letter: "m", permission: "settlement.view", group: "work" },
  { id: "webhooks", label: text.webhooks, letter: "w", permission: "webhooks.view", group: "work" },
  { id: "reports", label: text.reports, letter: "r", permission: "reports.view", group: "work" },
  { id: "developers", label: text.developers, letter: "d", permission: "developers.view", group: "work" },
  { id: "settings", label: text.settings, letter: "s", permission: "team.view", group: "house" },
];

const GROUPS = ["work", "house"];

/** The navigation of a merchant and environment as a role sees it, with the number of items that need attention. */
export function navigationFor(
  dashboard: DashboardParams,
  can: (permission: Permission) => boolean,
  counts: Partial<Record<NavItem["id"], number>> = {},
): NavGroup[] {
  const groups = GROUPS.map((group) => ({
    id: group,
    items: ENTRIES.filter((entry) => entry.group === group && can(entry.permission)).map((entry) => ({
      id: entry.id,
      label: entry.label,
      letter: entry.letter,
      href: entry.id === "overview" ? pathTo(dashboard) : pathTo(dashboard, entry.id),
      icon: <NavIcon id={entry.id} />,
      count: counts[entry.id],
    })),
  }));
  return groups.filter(({ items }) => items.length > 0);
}
