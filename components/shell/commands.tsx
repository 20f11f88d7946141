import type { Route } from "next";
import type { Command, CommandGroup } from "@/components/ui/command";
import type { Permission } from "@/lib/base/values/permissions";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { teamMessages } from "@/lib/service/messages/en/team";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { NavIcon } from "./nav-icon";
import { type DashboardParams, pathTo, type Section } from "./paths";

const { commands: text } = shellMessages;

type Action = Pick<Command, "label" | "hint" | "keywords"> & {
  id: string;
  permission: Permission;
  section: Section;
  href: (dashboard: DashboardParams) => Route;
  /** can't be done in live on a server without a TRON node */
  needsNode?: boolean;
};

/** Where a payment is created: at a terminal's keypad. */
const newPaymentHref = (dashboard: DashboardParams) => pathTo(dashboard, "terminals");

const inLive = ({ merchant }: DashboardParams): DashboardParams => ({ merchant, environment: "live" });

const ACTIONS: Action[] = [
  {
    id: "new-payment",
    label: text.newPayment,
    hint: text.chooseTerminal,
    keywords: text.keywords.newPayment,
    permission: "payments.charge",
    section: "payments",
    href: newPaymentHref,
    needsNode: true,
  },
  {
    id: "create-terminal",
    label: terminalsMessages.create.open,
    permission: "terminals.manage",
    section: "terminals",
    href: (dashboard) => pathTo(dashboard, "terminals"),
  },
  {
    id: "rotate-key",
    label: text.rotateKey,
    hint: text.chooseTerminal,
    keywords: text.keywords.rotateKey,
    permission: "keys.manage",
    section: "terminals",
    href: (dashboard) => pathTo(dashboard, "terminals"),
  },
  {
    id: "create-restricted-key",
    label: keysMessages.list.create,
    keywords: text.keywords.createRestrictedKey,
    permission: "keys.manage",
    section: "developers",
    href: (scope) => pathTo(scope, "developers", "keys", "new"),
  },
  {
    id: "link-device",
    label: terminalsMessages.devices.create,
    hint: text.chooseTerminal,
    keywords: text.keywords.linkDevice,
    permission: "devices.manage",
    section: "terminals",
    href: (dashboard) => pathTo(dashboard, "terminals"),
    needsNode: true,
  },
  {
    id: "add-endpoint",
    label: webhooksMessages.endpoints.add,
    keywords: text.keywords.addEndpoint,
    permission: "webhooks.manage",
    section: "webhooks",
    href: (dashboard) => pathTo(dashboard, "webhooks", "new"),
  },
  {
    id: "view-deliveries",
    label: text.viewDeliveries,
    keywords: text.keywords.viewDeliveries,
    permission: "webhooks.view",
    section: "webhooks",
    href: (dashboard) => pathTo(dashboard, "webhooks", "deliveries"),
  },
  {
    id: "set-wallet",
    label: shellMessages.live.setUpWallet,
    keywords: text.keywords.setWallet,
    permission: "settlement.manage",
    section: "settlement",
    href: (dashboard) => pathTo(inLive(dashboard), "settlement", "wallet"),
    needsNode: true,
  },
  {
    id: "view-accounting",
    label: text.viewAccounting,
    keywords: text.keywords.viewAccounting,
    permission: "reports.export",
    section: "reports",
    href: (dashboard) => pathTo(dashboard, "reports", "accounting"),
  },
  {
    id: "view-requests",
    label: text.viewRequests,
    permission: "developers.view",
    section: "developers",
    href: (dashboard) => pathTo(dashboard, "developers", "requests"),
  },
  {
    id: "add-currency",
    label: currenciesMessages.list.add,
    keywords: text.keywords.addCurrency,
    permission: "rates.manage",
    section: "settings",
    href: (dashboard) => pathTo(dashboard, "settings", "currencies", "new"),
  },
  {
    id: "view-rates",
    label: text.viewRates,
    keywords: text.keywords.viewRates,
    permission: "rates.view",
    section: "settings",
    href: (dashboard) => pathTo(dashboard, "settings", "currencies"),
  },
  {
    id: "invite",
    label: teamMessages.invite.open,
    keywords: text.keywords.invite,
    permission: "team.manage",
    section: "settings",
    href: (dashboard) => pathTo(dashboard, "settings", "team"),
  },
  {
    id: "view-audit",
    label: text.viewAudit,
    permission: "audit.view",
    section: "settings",
    href: (dashboard) => pathTo(dashboard, "settings", "audit"),
  },
];

/**
 * The palette's actions that a role may do, each leading to where it is done; `isLiveOff`: the server has no TRON node.
 */
export function commandsFor(
  dashboard: DashboardParams,
  can: (permission: Permission) => boolean,
  isLiveOff: boolean,
): CommandGroup[] {
  const live = pathTo(inLive(dashboard));
  const isPossible = ({ permission, href, needsNode }: Action) =>
    can(permission) && !(isLiveOff && needsNode && href(dashboard).startsWith(live));
  const commands = ACTIONS.filter(isPossible).map(
    ({ permission: _, needsNode: __, section, href, ...command }): Command => ({
      ...command,
      icon: <NavIcon id={section} />,
      href: href(dashboard),
    }),
  );
  return commands.length === 0 ? [] : [{ heading: text.heading, commands }];
}
