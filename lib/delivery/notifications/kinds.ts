import type { Environment } from "@/lib/base/context/context";
import { MERCHANT_ALARMS } from "@/lib/base/values/alarm-kinds";
import { may, type Permission, type Role } from "@/lib/base/values/permissions";

/** What members can be notified of. */
export const MEMBER_KINDS = ["payment", "attention", ...MERCHANT_ALARMS] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** Problems of the whole installation, which only its operator is notified of. */
export type OperatorKind = "chain_alarm" | "jobs" | "backup" | "disk" | "certificate";

/** What a role must be able to see in the dashboard to be notified of it. */
const REQUIRED: Record<MemberKind, Permission> = {
  payment: "payments.view",
  attention: "settlement.view",
  endpoint: "webhooks.view",
  wallet: "settlement.view",
  chain: "settlement.view",
  rate: "rates.manage",
};

/** What the sandbox has too: rehearsed problems with money are seen at once by the person who rehearses them. */
const IN_SANDBOX: readonly MemberKind[] = ["payment", "endpoint"];

/** The kinds that a member with this role can choose. */
export function kindsFor(role: Role, environment: Environment): MemberKind[] {
  if (!may(role, "notifications.choose")) return [];
  return MEMBER_KINDS.filter(
    (kind) => may(role, REQUIRED[kind]) && (environment === "live" || IN_SANDBOX.includes(kind)),
  );
}
