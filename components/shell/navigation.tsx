import type { Route } from "next";
import type { ReactNode } from "react";
import { NavIcon } from "@/components/shell/nav-icon";
import { type Place, pathTo, type Section } from "@/components/shell/paths";
import type { Permission } from "@/lib/members/permissions";

export type NavItem = {
  id: Section | "overview";
  label: string;
  href: Route;
  icon: ReactNode;
  /** how many things wait there; nothing is shown for 0 */
  count?: number;
  /** the letter after g */
  letter: string;
};

export type NavGroup = { id: string; items: NavItem[] };

type Entry = Omit<NavItem, "href" | "count" | "icon"> & { permission: Permission; group: string };

const ENTRIES: Entry[] = [
  { id: "overview", label: "Overview", letter: "o", permission: "overview.view", group: "work" },
  { id: "payments", label: "Payments", letter: "p", permission: "payments.view", group: "work" },
  { id: "terminals", label: "Terminals", letter: "t", permission: "terminals.view", group: "work" },
  { id: "settlement", label: "Settlement", letter: "m", permission: "settlement.view", group: "work" },
  { id: "webhooks", label: "Webhooks", letter: "w", permission: "webhooks.view", group: "work" },
  { id: "reports", label: "Reports", letter: "r", permission: "reports.view", group: "work" },
  { id: "developers", label: "Developers", letter: "d", permission: "developers.view", group: "work" },
  { id: "settings", label: "Settings", letter: "s", permission: "team.view", group: "house" },
];

const GROUPS = ["work", "house"];

/** The navigation of one place as a role sees it, with what waits in each section. */
export function navigationFor(
  place: Place,
  can: (permission: Permission) => boolean,
  counts: Partial<Record<NavItem["id"], number>> = {},
): NavGroup[] {
  const groups = GROUPS.map((group) => ({
    id: group,
    items: ENTRIES.filter((entry) => entry.group === group && can(entry.permission)).map((entry) => ({
      id: entry.id,
      label: entry.label,
      letter: entry.letter,
      href: entry.id === "overview" ? pathTo(place) : pathTo(place, entry.id),
      icon: <NavIcon id={entry.id} />,
      count: counts[entry.id],
    })),
  }));
  return groups.filter(({ items }) => items.length > 0);
}
