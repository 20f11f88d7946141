import type { Role } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";

/** The members with some roles, at the beginning of a sentence: "Owners, managers and developers". */
export function listRoles(roles: readonly Role[]): string {
  const names = roles.map((role) => `${teamMessages.roles[role].label.toLowerCase()}s`).join(", ");
  const list = names.replace(/, ([^,]+)$/, " and $1");
  return list.charAt(0).toUpperCase() + list.slice(1);
}
