import { describe, expect, it } from "vitest";
import { managedRoles, may, movesMoney, PERMISSIONS, ROLES, rolesWith } from "@/lib/base/values/permissions";

/*
 * Written out by hand, so that no right is given or taken by accident.
 *                            owner manager developer cashier viewer
 */
const TABLE: Record<string, string> = {
  "overview.view": "      o     m       d         -       v",
  "payments.view": "      o     m       d         c       v",
  "payments.export": "    o     m       d         -       v",
  "payments.charge": "    o     m       -         c       -",
  "payments.cancel": "    o     m       -         c       -",
  "payments.simulate": "  o     m       d         c       -",
  "payments.annotate": "  o     m       -         c       -",
  "terminals.view": "     o     m       d         c       v",
  "terminals.manage": "   o     m       -         -       -",
  "keys.manage": "        o     m       d         -       -",
  "devices.manage": "     o     m       -         -       -",
  "webhooks.view": "      o     m       d         -       v",
  "webhooks.manage": "    o     m       d         -       -",
  "webhooks.secret": "    o     m       d         -       -",
  "reports.view": "       o     m       -         c       v",
  "reports.export": "     o     m       -         -       v",
  "developers.view": "    o     m       d         -       -",
  "notifications.choose": "o   m       d         -       v",
  "merchant.manage": "    o     m       -         -       -",
  "cap.manage": "         o     -       -         -       -",
  "rates.view": "         o     m       d         -       v",
  "rates.manage": "       o     m       -         -       -",
  "settlement.view": "    o     m       -         -       v",
  "settlement.manage": "  o     -       -         -       -",
  "attention.manage": "   o     m       -         -       -",
  "team.view": "          o     m       d         -       v",
  "team.manage": "        o     m       -         -       -",
  "two_step.require": "   o     -       -         -       -",
  "audit.view": "         o     m       -         -       -",
};

describe("who may do what", () => {
  it("is this table and nothing else", () => {
    const letters = { owner: "o", manager: "m", developer: "d", cashier: "c", viewer: "v" };
    const now = PERMISSIONS.map((permission) => [
      permission,
      ROLES.map((role) => (may(role, permission) ? letters[role] : "-")).join(" "),
    ]);
    const wanted = Object.entries(TABLE).map(([permission, row]) => [permission, row.trim().replace(/ +/g, " ")]);
    expect(Object.fromEntries(now)).toEqual(Object.fromEntries(wanted));
  });

  it("lists the holders of a permission in the order of the roles", () => {
    expect(rolesWith("audit.view")).toEqual(["owner", "manager"]);
    expect(rolesWith("reports.view")).toEqual(["owner", "manager", "cashier", "viewer"]);
  });

  it("moves money for all but those who only take it or look on", () => {
    expect(ROLES.filter(movesMoney)).toEqual(["owner", "manager", "developer"]);
  });

  it("only owners touch owners, managers everybody else, and the others nobody", () => {
    expect(managedRoles("owner")).toEqual(["owner", "manager", "developer", "cashier", "viewer"]);
    expect(managedRoles("manager")).toEqual(["manager", "developer", "cashier", "viewer"]);
    for (const role of ["developer", "cashier", "viewer"] as const) expect(managedRoles(role)).toEqual([]);
  });
});
