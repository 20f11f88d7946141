export const ROLES = ["owner", "manager", "developer", "cashier", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** The roles that hold each permission. Every page and action checks this table only. */
const ALLOWED = {
  "overview.view": ["owner", "manager", "developer", "viewer"],
  "payments.view": ["owner", "manager", "developer", "cashier", "viewer"],
  "payments.export": ["owner", "manager", "developer", "viewer"],
  "payments.charge": ["owner", "manager", "cashier"],
  "payments.cancel": ["owner", "manager", "cashier"],
  "payments.simulate": ["owner", "manager", "developer", "cashier"],
  "payments.annotate": ["owner", "manager", "cashier"],
  "terminals.view": ["owner", "manager", "developer", "cashier", "viewer"],
  "terminals.manage": ["owner", "manager"],
  "keys.manage": ["owner", "manager", "developer"],
  "devices.manage": ["owner", "manager"],
  "webhooks.view": ["owner", "manager", "developer", "viewer"],
  "webhooks.manage": ["owner", "manager", "developer"],
  "webhooks.secret": ["owner", "manager", "developer"],
  "reports.view": ["owner", "manager", "viewer", "cashier"],
  "reports.export": ["owner", "manager", "viewer"],
  "developers.view": ["owner", "manager", "developer"],
  "notifications.choose": ["owner", "manager", "developer", "viewer"],
  "merchant.manage": ["owner", "manager"],
  "cap.manage": ["owner"],
  "rates.view": ["owner", "manager", "developer", "viewer"],
  "rates.manage": ["owner", "manager"],
  "settlement.view": ["owner", "manager", "viewer"],
  "settlement.manage": ["owner"],
  "attention.manage": ["owner", "manager"],
  "team.view": ["owner", "manager", "developer", "viewer"],
  "team.manage": ["owner", "manager"],
  "two_step.require": ["owner"],
  "audit.view": ["owner", "manager"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ALLOWED;
export const PERMISSIONS = Object.keys(ALLOWED) as Permission[];

export function may(role: Role, permission: Permission): boolean {
  return (ALLOWED[permission] as readonly Role[]).includes(role);
}

/** Permissions that can change where money goes, or who is told that it has arrived. */
const MOVES_MONEY: readonly Permission[] = [
  "keys.manage",
  "devices.manage",
  "webhooks.manage",
  "webhooks.secret",
  "rates.manage",
  "settlement.manage",
  "attention.manage",
  "team.manage",
];

/** Whether a role can change where money goes. Granting it requires the grantor's password. */
export function movesMoney(role: Role): boolean {
  return MOVES_MONEY.some((permission) => may(role, permission));
}

/** The roles that hold a permission, in the order of `ROLES`. */
export function rolesWith(permission: Permission): Role[] {
  return ROLES.filter((role) => may(role, permission));
}

/** The roles that a role can give, change or remove: only owners manage owners. */
export function managedRoles(role: Role): readonly Role[] {
  if (!may(role, "team.manage")) return [];
  return role === "owner" ? ROLES : ROLES.filter((other) => other !== "owner");
}
