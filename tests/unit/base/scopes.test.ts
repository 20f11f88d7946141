import { expect, it } from "vitest";
import { may, PERMISSIONS, type Permission, ROLES, type Role } from "@/lib/base/values/permissions";
import { grantableScopes, SCOPES, type Scope, TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";

/** What the maker of a key must be allowed, besides managing keys. A new scope without an entry fails a test below. */
const NEEDED: Record<Scope, Permission> = {
  "intents:read": "payments.view",
  "intents:write": "keys.manage",
  "customers:read": "settlement.view",
  "refunds:write": "attention.manage",
  "events:read": "webhooks.view",
  "webhooks:write": "webhooks.manage",
  "reports:read": "reports.view",
};

it("every scope names a permission", () => {
  expect(SCOPES.toSorted()).toEqual(Object.keys(NEEDED).sort());
  for (const permission of Object.values(NEEDED)) expect(PERMISSIONS).toContain(permission);
});

it.each(ROLES)("%s gives no scope that their own role doesn't allow", (role) => {
  const allowed = SCOPES.filter((scope) => may(role, "keys.manage") && may(role, NEEDED[scope]));
  expect(grantableScopes(role)).toEqual(allowed);
});

it.each([
  ["owner", SCOPES],
  ["manager", SCOPES],
  ["developer", ["intents:read", "intents:write", "events:read", "webhooks:write"]],
  ["cashier", []],
  ["viewer", []],
] as [Role, Scope[]][])("%s can give %j", (role, scopes) => {
  expect(grantableScopes(role)).toEqual(scopes);
});

it("a terminal's key neither sees customers nor changes endpoints", () => {
  expect(TERMINAL_KEY_SCOPES).toEqual(["intents:read", "intents:write", "events:read", "reports:read"]);
});
