import type { Route } from "next";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { type Permission, rolesWith } from "@/lib/base/values/permissions";
import { SETUP_STEPS, type Setup, type SetupStep } from "@/lib/business/merchants/find-setup";
import { overviewMessages } from "@/lib/service/messages/en/overview";
import { teamMessages } from "@/lib/service/messages/en/team";

const { checklist } = overviewMessages;

export type ChecklistStep = {
  id: SetupStep;
  title: string;
  isDone: boolean;
  /** where to do it; null once it is done, and for those who can't */
  href: Route | null;
  /** why the reader can't do it: who can, or that the server has no live payments */
  hint: string | null;
};

const PERMISSIONS: Record<SetupStep, Permission> = {
  terminal: "terminals.manage",
  payment: "payments.simulate",
  webhook: "webhooks.manage",
  team: "team.manage",
  wallet: "settlement.manage",
  liveKey: "keys.manage",
  livePayment: "payments.charge",
};

const LIVE: readonly SetupStep[] = ["wallet", "liveKey", "livePayment"];
const SERVER: readonly SetupStep[] = ["webhook", "liveKey"];

/**
 * The steps from sign-up to live as a member sees them; null once all that are possible on this server are done. A
 * business that takes live payments without a key has no server of its own to set up.
 */
export function checklistSteps(
  { isDone, isLiveOff }: Setup,
  dashboard: DashboardParams,
  can: (permission: Permission) => boolean,
): ChecklistStep[] | null {
  const isPossible = (id: SetupStep) => !(isLiveOff && LIVE.includes(id));
  const needsNoServer = isDone.livePayment && !isDone.liveKey;
  const steps = SETUP_STEPS.filter((id) => isDone[id] || !(needsNoServer && SERVER.includes(id)));
  if (steps.every((id) => isDone[id] || !isPossible(id))) return null;
  return steps.map((id) => {
    const base = { id, title: checklist.steps[id], isDone: isDone[id] };
    if (isDone[id]) return { ...base, href: null, hint: null };
    if (!isPossible(id)) return { ...base, href: null, hint: checklist.liveOff };
    if (!can(PERMISSIONS[id])) return { ...base, href: null, hint: checklist.ask(rolesLabel(PERMISSIONS[id])) };
    return { ...base, href: pathOf(id, dashboard), hint: null };
  });
}

function pathOf(id: SetupStep, dashboard: DashboardParams): Route {
  const sandbox: DashboardParams = { ...dashboard, environment: "sandbox" };
  const live: DashboardParams = { ...dashboard, environment: "live" };
  switch (id) {
    case "terminal":
      return pathTo(sandbox, "welcome");
    case "payment":
      return pathTo(sandbox, "payments");
    case "webhook":
      return pathTo(dashboard, "webhooks", "new");
    case "team":
      return pathTo(dashboard, "settings", "team");
    case "wallet":
      return pathTo(live, "settlement", "wallet");
    case "liveKey":
    case "livePayment":
      return pathTo(live, "terminals");
  }
}

/** `owner, manager or developer` */
function rolesLabel(permission: Permission): string {
  const labels = rolesWith(permission).map((role) => teamMessages.roles[role].label.toLowerCase());
  return [labels.slice(0, -1).join(", "), labels.at(-1)].filter(Boolean).join(" or ");
}
