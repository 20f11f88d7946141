"use client";

import { Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useCallback } from "react";
import type { Command, CommandGroup } from "@/components/ui/command";
import { CommandPalette } from "@/components/ui/command-palette";
import { Kbd } from "@/components/ui/kbd";
import { commonMessages } from "@/lib/service/messages/en/common";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { samePageIn } from "./current";
import type { ShellMerchant } from "./merchant-switcher";
import type { NavGroup } from "./navigation";
import type { DashboardParams } from "./paths";
import { openShortcuts } from "./shortcuts-dialog";
import { useMac } from "./use-mac";

type Props = {
  dashboard: DashboardParams;
  isLiveOff: boolean;
  merchants: ShellMerchant[];
  navigation: NavGroup[];
  /** further commands of the page: "Create terminal" */
  commands?: CommandGroup[];
  /** answers `GET <searchHref>?q=…` with `{ groups: CommandGroup[] }` */
  searchHref?: string;
};

const { search: text, shortcuts } = shellMessages;

/** The search field of the top bar, a button that opens the command palette. */
export function ShellSearch({ dashboard, isLiveOff, merchants, navigation, commands = [], searchHref }: Props) {
  const search = useCallback(
    async (query: string): Promise<CommandGroup[]> => {
      const answer = await fetch(`${searchHref}?q=${encodeURIComponent(query)}`);
      return answer.ok ? (await answer.json()).groups : [];
    },
    [searchHref],
  );
  const mac = useMac();
  const path = usePathname();
  const other = dashboard.environment === "live" ? "sandbox" : "live";
  const switches: Command[] = [
    {
      id: other,
      label: commonMessages[other],
      hint: other === "live" && isLiveOff ? shellMessages.environment.liveOffTip : undefined,
      href: samePageIn({ ...dashboard, environment: other }, dashboard, path),
    },
    ...merchants
      .filter(({ id }) => id !== dashboard.merchant)
      .map(({ id, name }) => ({
        id,
        label: name,
        hint: text.business,
        href: samePageIn({ ...dashboard, merchant: id }, dashboard, path),
      })),
  ];
  const pages = navigation
    .flatMap(({ items }) => items)
    .map(({ id, label, icon, href, letter }) => ({ id, label, icon, href, shortcut: `G ${letter.toUpperCase()}` }));
  const help: Command = { id: "shortcuts", label: shortcuts.title, shortcut: "?", onSelect: openShortcuts };
  return (
    <CommandPalette
      groups={[
        { heading: text.pages, commands: pages },
        ...commands,
        { heading: text.switches, commands: switches },
        { heading: text.help, commands: [help] },
      ]}
      search={searchHref === undefined ? undefined : search}
    >
      {(open, warm) => (
        <button
          type="button"
          aria-keyshortcuts="Meta+K Control+K"
          onClick={open}
          onPointerEnter={warm}
          onFocus={warm}
          className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 rounded-till text-14 text-ink-2 hover:text-ink md:w-72 md:justify-start md:border md:border-ink/25 md:bg-card md:px-3 md:hover:border-ink/60 pointer-fine:min-h-9"
        >
          <Search aria-hidden="true" strokeWidth={1.5} className="size-5 md:size-4" />
          <span className="max-md:sr-only">{text.open}</span>
          <span aria-hidden="true" className="ms-auto hidden md:pointer-fine:flex">
            <Kbd>{mac ? "⌘K" : "Ctrl K"}</Kbd>
          </span>
        </button>
      )}
    </CommandPalette>
  );
}
