"use client";

import { ChevronsUpDown, Plus } from "lucide-react";
import type { Route } from "next";
import { usePathname } from "next/navigation";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-popup";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { samePageIn } from "./current";
import { MerchantMark } from "./merchant-mark";
import type { DashboardParams } from "./paths";

export type ShellMerchant = { id: string; name: string; logoUrl?: string | null };

type Props = {
  dashboard: DashboardParams;
  merchant: ShellMerchant;
  merchants: ShellMerchant[];
  newMerchantHref?: Route;
};

const text = shellMessages.business;

/** Shows the current merchant; with several, links to the same section of the others. */
export function MerchantSwitcher({ dashboard, merchant, merchants, newMerchantHref }: Props) {
  const path = usePathname();
  const name = (
    <>
      <MerchantMark name={merchant.name} logoUrl={merchant.logoUrl} />
      <span className="min-w-0 flex-1 truncate text-start text-14 font-semibold text-ink max-sm:sr-only">
        {merchant.name}
      </span>
    </>
  );
  if (merchants.length < 2 && !newMerchantHref)
    return <p className="flex min-h-11 min-w-0 items-center gap-2.5 px-2">{name}</p>;

  const items: MenuItem[] = merchants.map((one) => ({
    label: one.name,
    icon: <MerchantMark name={one.name} logoUrl={one.logoUrl} size="small" />,
    href: samePageIn({ ...dashboard, merchant: one.id }, dashboard, path),
    checked: one.id === merchant.id,
  }));
  if (newMerchantHref) {
    items.push("separator", { label: text.add, icon: <Plus strokeWidth={1.5} />, href: newMerchantHref });
  }
  return (
    <Menu items={items} align="start" className="w-full min-w-0 shrink! justify-start! gap-2.5! px-2! py-1.5">
      {name}
      <ChevronsUpDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2" />
      <span className="sr-only">{text.switch}</span>
    </Menu>
  );
}
