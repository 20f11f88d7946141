"use client";

import {
  ChartNoAxesColumn,
  House,
  type LucideIcon,
  Receipt,
  Settings,
  Store,
  Terminal,
  Wallet,
  Webhook,
} from "lucide-react";
import type { Section } from "./paths";

const ICONS: Record<Section | "overview", LucideIcon> = {
  overview: House,
  payments: Receipt,
  terminals: Store,
  settlement: Wallet,
  webhooks: Webhook,
  reports: ChartNoAxesColumn,
  developers: Terminal,
  settings: Settings,
};

/** The icon beside a section's name. */
export function NavIcon({ id }: { id: Section | "overview" }) {
  const Icon = ICONS[id];
  return <Icon aria-hidden="true" strokeWidth={1.5} className="size-4.5" />;
}
