import type { Route } from "next";
import type { Command, CommandGroup } from "@/components/ui/command";
import type { Permission } from "@/lib/base/values/permissions";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { teamMessages } from "@/lib/service/messages/en/team";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { NavIcon } from "./nav-icon";
import { pathTo, type Scope, type Section } from "./paths";

const { commands: text } = shellMessages;

type Action = Pick<Command, "label" | "hint" | "keywords"> & {
  id: string;
  permission: Permission;
  section: Section;
  href: (scope: Scope) => Route;
  /** can't be done in live on a server without a TRON node */
  needsNode?: boolean;
};

/** Where a payment is created: at a terminal's keypad. */
const newPaymentHref = (scope: Scope) => pathTo(scope, "terminals");

const inLive = ({ merchant }: Scope): Scope => ({ merchant, environment: "live" });

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
    href: (scope) => pathTo(scope, "terminals"),
  },
  {
    id: "rotate-key",
    label: text.rotateKey,
    hint: text.chooseTerminal,
    keywords: text.keywords.rotateKey,
    permission: "keys.manage",
    section: "terminals",
    href: (scope) => pathTo(scope, "terminals"),
  },
  {
    id: "link-device",
    label: terminalsMessages.devices.create,
    hint: text.chooseTerminal,
    keywords: text.keywords.linkDevice,
    permission: "devices.manage",
    section: "terminals",
    href: (scope) => pathTo(scope, "terminals"),
    needsNode: true,
  },
  {
    id: "add-endpoint",
    label: webhooksMessages.endpoints.add,
    keywords: text.keywords.addEndpoint,
    permission: "webhooks.manage",
    section: "webhooks",
    href: (scope) => pathTo(scope, "webhooks", "new"),
  },
  {
    id: "view-deliveries",
    label: text.viewDeliveries,
    keywords: text.keywords.viewDeliveries,
    permission: "webhooks.view",
    section: "webhooks",
    href: (scope) => pathTo(scope, "webhooks", "deliveries"),
  },
  {
    id: "set-wallet",
    label: shellMessages.live.setUpWallet,
    keywords: text.keywords.setWallet,
    permission: "settlement.manage",
    section: "settlement",
    href: (scope) => pathTo(inLive(scope), "settlement", "wallet"),
    needsNode: true,
  },
  {
    id: "view-requests",
    label: text.viewRequests,
    permission: "developers.view",
    section: "developers",
    href: (scope) => pathTo(scope, "developers", "requests"),
  },
  {
    id: "invite",
    label: teamMessages.invite.open,
    keywords: text.keywords.invite,
    permission: "team.manage",
    section: "settings",
    href: (scope) => pathTo(scope, "settings", "team"),
  },
  {
    id: "view-audit",
    label: text.viewAudit,
    permission: "audit.view",
    section: "settings",
    href: (scope) => pathTo(scope, "settings", "audit"),
  },
];

/**
 * The palette's actions that a role may do, each leading to where it is done; `isLiveOff`: the server has no TRON node.
 */
export function commandsFor(
  scope: Scope,
  can: (permission: Permission) => boolean,
  isLiveOff: boolean,
): CommandGroup[] {
  const live = pathTo(inLive(scope));
  const isPossible = ({ permission, href, needsNode }: Action) =>
    can(permission) && !(isLiveOff && needsNode && href(scope).startsWith(live));
  const commands = ACTIONS.filter(isPossible).map(
    ({ permission: _, needsNode: __, section, href, ...command }): Command => ({
      ...command,
      icon: <NavIcon id={section} />,
      href: href(scope),
    }),
  );
  return commands.length === 0 ? [] : [{ heading: text.heading, commands }];
}
