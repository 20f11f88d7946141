import { may, type Permission, ROLES, type Role } from "@/lib/base/values/permissions";

/** What a key can be allowed to do, with the permission that its maker must hold. */
const PERMISSION_OF = {
  "intents:read": "payments.view",
  "intents:write": "keys.manage",
  "customers:read": "settlement.view",
  "refunds:write": "attention.manage",
  "events:read": "webhooks.view",
  "webhooks:write": "webhooks.manage",
  "reports:read": "reports.view",
} as const satisfies Record<string, Permission>;

export type Scope = keyof typeof PERMISSION_OF;

/** In the order in which they are shown. */
export const SCOPES = Object.keys(PERMISSION_OF) as [Scope, ...Scope[]];

/** Of every key for one terminal. */
export const TERMINAL_KEY_SCOPES: readonly Scope[] = ["intents:read", "intents:write", "events:read", "reports:read"];

/** The scopes that a member with a role may give a key. None without the permission to manage keys. */
export function grantableScopes(role: Role): Scope[] {
  return SCOPES.filter((scope) => may(role, "keys.manage") && may(role, PERMISSION_OF[scope]));
}

/** The roles whose members may give a key a scope. */
export function rolesGranting(scope: Scope): Role[] {
  return ROLES.filter((role) => grantableScopes(role).includes(scope));
}
