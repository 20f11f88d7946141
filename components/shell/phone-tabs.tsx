"use client";

import { Menu as MenuIcon } from "lucide-react";
import type { Route } from "next";
import { type MouseEvent, useState } from "react";
import { Drawer } from "@/components/ui/drawer";
import { PendingIndicator } from "@/components/ui/pending-indicator";
import { useGo } from "@/components/ui/use-go";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { NavLink } from "./nav-link";
import type { NavGroup } from "./navigation";
import { openShortcuts } from "./shortcuts-dialog";
import { type ShellUser, UserMenu } from "./user-menu";

const TABS = 4;

const text = shellMessages.navigation;

type Props = {
  navigation: NavGroup[];
  overview: string;
  user: ShellUser;
  accountHref: Route;
  signOut: () => Promise<unknown>;
};

/** The navigation at the bottom of a phone: the first four sections, and all of them in a drawer. */
export function PhoneTabs({ navigation, overview, ...account }: Props) {
  const [open, setOpen] = useState(false);
  // the drawer closes at once, so its link can't tell that the navigation is pending
  const { go, pending } = useGo();
  const items = navigation.flatMap((group) => group.items);
  const hidden = items.slice(TABS).reduce((sum, { count = 0 }) => sum + count, 0);
  const showShortcuts = () => {
    setOpen(false);
    openShortcuts();
  };
  return (
    <>
      <nav
        aria-label={text.label}
        data-nav="main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      >
        {items.slice(0, TABS).map((item) => (
          <NavLink key={item.id} item={item} overview={overview} look="tab" />
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="relative flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-12 text-ink-2 outline-offset-[-2px] here:font-medium here:text-ink"
        >
          <MenuIcon aria-hidden="true" strokeWidth={1.5} className="size-4.5" />
          {text.more}
          {hidden > 0 && (
            <span aria-hidden="true" className="absolute start-1/2 top-2 ms-2.5 size-2 rounded-full bg-amber" />
          )}
          <PendingIndicator when={pending} />
        </button>
      </nav>
      <Drawer title={text.menu} open={open} onOpenChange={setOpen}>
        <nav aria-label={text.allSections} className="-mx-2.5 flex flex-col">
          {navigation.map((group) => (
            <div key={group.id} className="flex flex-col border-b py-2 first:pt-0">
              {group.items.map((item) => (
                <NavLink
                  key={item.id}
                  item={item}
                  overview={overview}
                  look="drawer"
                  onClick={(event) => {
                    setOpen(false);
                    if (opensOtherTab(event)) return;
                    event.preventDefault();
                    go(item.href);
                  }}
                />
              ))}
            </div>
          ))}
        </nav>
        <div className="-mx-2 pt-2">
          <UserMenu {...account} onShortcuts={showShortcuts} />
        </div>
      </Drawer>
    </>
  );
}

/** A click that opens the link in another tab or window. */
function opensOtherTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  return metaKey || ctrlKey || shiftKey || altKey;
}
