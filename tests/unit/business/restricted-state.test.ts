import { describe, expect, it } from "vitest";
import { ROLES } from "@/lib/base/values/permissions";
import { grantableScopes, rolesGranting, SCOPES, type Scope } from "@/lib/base/values/scopes";
import { lossByChange, restrictedKeyState, scopesLost } from "@/lib/business/keys/restricted-state";

const NOW = new Date("2026-11-29T12:00:00Z");
const later = (days: number, ms = 0) => new Date(NOW.getTime() + days * 86_400_000 + ms);
const READ: Scope[] = ["intents:read", "reports:read"];

describe("the state of a restricted key", () => {
  it.each([
    ["owner", null, { state: "active", missing: [], endsSoon: false }],
    ["developer", null, { state: "reduced", missing: ["reports:read"], endsSoon: false }],
    // a viewer can see reports, but manages no keys
    ["viewer", null, { state: "stopped", missing: READ, endsSoon: false }],
    [null, null, { state: "stopped", missing: READ, endsSoon: false }],
    ["owner", later(14), { state: "active", missing: [], endsSoon: true }],
    ["owner", later(14, 1), { state: "active", missing: [], endsSoon: false }],
    ["developer", later(1), { state: "reduced", missing: ["reports:read"], endsSoon: true }],
    ["owner", later(0, 1), { state: "active", missing: [], endsSoon: true }],
    ["owner", later(0), { state: "ended", missing: [], endsSoon: false }],
    [null, later(-1), { state: "ended", missing: [], endsSoon: false }],
  ] as const)("made by a member with the role %s, with the end %o", (makerRole, endsAt, state) => {
    expect(restrictedKeyState({ scopes: READ, endsAt, makerRole }, NOW)).toEqual(state);
  });
});

describe("the scopes that a key loses with a role", () => {
  it("are none while the role may give them, and all once it manages no keys", () => {
    for (const role of ROLES) {
      const lost = scopesLost(SCOPES, role);
      expect(lost).toEqual(SCOPES.filter((scope) => !grantableScopes(role).includes(scope)));
    }
    expect(scopesLost(SCOPES, "cashier")).toEqual(SCOPES);
    expect(scopesLost(SCOPES, null)).toEqual(SCOPES);
    expect(scopesLost(SCOPES, "owner")).toEqual([]);
  });

  it("can be given by the roles that a refusal names", () => {
    expect(SCOPES.map((scope) => [scope, rolesGranting(scope)])).toEqual([
      ["intents:read", ["owner", "manager", "developer"]],
      ["intents:write", ["owner", "manager", "developer"]],
      ["customers:read", ["owner", "manager"]],
      ["refunds:write", ["owner", "manager"]],
      ["events:read", ["owner", "manager", "developer"]],
      ["webhooks:write", ["owner", "manager", "developer"]],
      ["reports:read", ["owner", "manager"]],
    ]);
  });
});

describe("the loss of a key when its maker's role changes", () => {
  it.each([
    ["owner", "manager", null],
    ["owner", "developer", { lost: ["reports:read"], stops: false }],
    ["manager", "viewer", { lost: READ, stops: true }],
    ["developer", "owner", null],
    // what was lost before isn't lost again, and the rest goes
    ["developer", "cashier", { lost: ["intents:read"], stops: true }],
    ["developer", null, { lost: ["intents:read"], stops: true }],
    ["viewer", null, null],
  ] as const)("from %s to %s", (from, to, loss) => {
    expect(lossByChange(READ, from, to)).toEqual(loss);
  });
});
