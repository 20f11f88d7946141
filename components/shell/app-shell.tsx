import type { Route } from "next";
import type { ReactNode } from "react";
import type { CommandGroup } from "@/components/ui/command";
import type { Elements } from "@/components/ui/elements";
import { Toaster } from "@/components/ui/toaster";
import { TooltipLayer } from "@/components/ui/tooltip-layer";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { EnvironmentSwitch } from "./environment-switch";
import { MerchantSwitcher, type ShellMerchant } from "./merchant-switcher";
import { NavLink } from "./nav-link";
import type { NavGroup } from "./navigation";
import { type DashboardParams, pathTo } from "./paths";
import { PendingPage } from "./pending-page";
import { PhoneTabs } from "./phone-tabs";
import { SandboxStrip } from "./sandbox-strip";
import { ShellKeys } from "./shell-keys";
import { ShellSearch } from "./shell-search";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { type ShellUser, UserMenu } from "./user-menu";

type Props = {
  merchant: ShellMerchant;
  /** every merchant this person belongs to, this one included */
  merchants: ShellMerchant[];
  environment: DashboardParams["environment"];
  /** no TRON node is configured: nothing of live works */
  isLiveOff: boolean;
  user: ShellUser;
  /** what the role may see, from `navigationFor` */
  navigation: NavGroup[];
  accountHref: Route;
  /** a server action */
  signOut: () => Promise<unknown>;
  newMerchantHref?: Route;
  /** further commands for the palette; those made on the server have an `href` */
  commands?: CommandGroup[];
  searchHref?: string;
  /** a calmer sandbox banner: the business is older than a day */
  isSandboxKnown: boolean;
  /** in the header, on every page */
  action?: Elements;
  children: ReactNode;
};

/** Everything around a dashboard page: merchant, environment, search and navigation. */
export function AppShell(props: Props) {
  const { merchant, merchants, environment, user, navigation, accountHref, signOut, newMerchantHref, children } = props;
  const dashboard = { merchant: merchant.id, environment };
  const overview = pathTo(dashboard);
  const sandbox = environment === "sandbox";
  const switcher = (
    <MerchantSwitcher
      dashboard={dashboard}
      merchant={merchant}
      merchants={merchants}
      newMerchantHref={newMerchantHref}
    />
  );
  const sections = navigation.flatMap(({ items }) => items);
  const letters = sections.map(({ letter, href }) => [letter, href]);

  return (
    <div
      data-shell=""
      className={`min-h-dvh ${sandbox ? "[--shell-top:5rem] [--strip:1.5rem]" : "[--shell-top:3.5rem] [--strip:0px]"}`}
    >
      <a
        href="#main"
        className="fixed start-3 top-2 z-50 -translate-y-20 print:hidden rounded-till bg-ink px-4 py-2.5 text-14 font-medium text-paper focus-visible:translate-y-0"
      >
        {shellMessages.skipToContent}
      </a>
      <div className="sticky top-0 z-30 print:hidden">
        {sandbox && <SandboxStrip calm={props.isSandboxKnown} />}
        <header className="relative border-b bg-paper px-2 sm:px-4 lg:ps-68 lg:pe-8">
          <div className="mx-auto flex h-14 w-full max-w-7xl items-center gap-2">
            <div className="flex min-w-0 flex-1 lg:hidden">{switcher}</div>
            <div className="lg:flex-1">
              <ShellSearch
                dashboard={dashboard}
                isLiveOff={props.isLiveOff}
                merchants={merchants}
                navigation={navigation}
                commands={props.commands}
                searchHref={props.searchHref}
              />
            </div>
            {props.action}
            <EnvironmentSwitch dashboard={dashboard} isLiveOff={props.isLiveOff} />
          </div>
          <span aria-hidden="true" className="progress-line" />
        </header>
      </div>
      <Sidebar navigation={navigation} overview={overview} switcher={switcher}>
        <UserMenu user={user} accountHref={accountHref} signOut={signOut} />
      </Sidebar>
      <main
        id="main"
        tabIndex={-1}
        className="px-4 pt-6 pb-24 outline-none sm:px-6 lg:ps-68 lg:pe-8 lg:pt-8 lg:pb-16 print:p-0"
      >
        <div className="mx-auto flex w-full max-w-7xl flex-col gap-8">{children}</div>
      </main>
      <PendingPage />
      <PhoneTabs navigation={navigation} overview={overview} user={user} accountHref={accountHref} signOut={signOut} />
      <ShellKeys hrefs={Object.fromEntries(letters)} />
      <ShortcutsDialog sections={sections.map(({ letter, label }) => ({ letter, label }))} />
      <TooltipLayer />
      <Toaster />
    </div>
  );
}

type SidebarProps = { navigation: NavGroup[]; overview: string; switcher: ReactNode; children: ReactNode };

function Sidebar({ navigation, overview, switcher, children }: SidebarProps) {
  return (
    <div className="fixed start-0 top-(--strip) bottom-0 z-30 hidden w-60 flex-col border-e bg-paper lg:flex print:hidden">
      <div className="flex h-14 items-center border-b px-2">{switcher}</div>
      <nav
        aria-label={shellMessages.navigation.label}
        data-nav="main"
        className="flex flex-1 flex-col overflow-y-auto px-2 py-3"
      >
        {navigation.map((group) => (
          <div key={group.id} className="flex flex-col gap-0.5 py-2 not-first:border-t first:pt-0">
            {group.items.map((item) => (
              <NavLink key={item.id} item={item} overview={overview} look="side" />
            ))}
          </div>
        ))}
      </nav>
      <div className="border-t p-2">{children}</div>
    </div>
  );
}
