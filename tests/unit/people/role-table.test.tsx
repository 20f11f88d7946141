import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SETTINGS_PAGES } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/settings-pages";
import { navigationFor } from "@/components/shell/navigation";
import { may, PERMISSIONS, type Permission, ROLES, type Role, rolesWith } from "@/lib/base/values/permissions";
import { teamMessages } from "@/lib/service/messages/en/team";

/*
 * What each role may do is said in five places: lib/base/values/permissions.ts, the checks of pages, routes and
 * actions, the navigation, the words of an invitation and of the table under Team, and docs/dashboard.md.
 */
const FOLDER = "app/(dashboard)/dashboard/[merchant]/[environment]";
const CHECKS =
  /(?:requireMember\(params, |(?:active)?[tT]erminalOf\(params, |(?:member|export)Route\(\s*|endpointOf\(params, |keyOf\(params, |permission: )"([a-z_]+\.[a-z]+)"/g;

/**
 * The permissions that each page, route and file of actions checks. One of them without a check would have none here.
 */
const CHECKED: Record<string, Permission[]> = {
  "actions.ts": ["keys.manage", "merchant.manage"],
  "developers/(start)/page.tsx": ["developers.view"],
  "developers/keys/(list)/page.tsx": ["developers.view"],
  "developers/keys/[restrictedKey]/page.tsx": ["developers.view"],
  "developers/keys/actions.ts": ["keys.manage"],
  "developers/keys/new/page.tsx": ["keys.manage"],
  "developers/requests/(log)/page.tsx": ["developers.view"],
  "developers/requests/[request]/page.tsx": ["developers.view"],
  "feed/route.ts": ["payments.view"],
  "keypad/page.tsx": ["payments.charge"],
  "page.tsx": ["overview.view"],
  "payments/[payment]/page.tsx": ["payments.view"],
  "payments/[payment]/transfer/route.ts": ["attention.manage"],
  "payments/actions.ts": [
    "payments.annotate",
    "payments.cancel",
    "payments.charge",
    "payments.simulate",
    "payments.view",
  ],
  "payments/export/route.ts": ["payments.export"],
  "payments/page.tsx": ["payments.view"],
  "reports/accounting/actions.ts": ["rates.manage", "reports.export"],
  "reports/accounting/export/route.ts": ["reports.export"],
  "reports/accounting/page.tsx": ["reports.export"],
  "reports/actions.ts": ["reports.view"],
  "reports/export/refunds/route.ts": ["reports.export"],
  "reports/export/route.ts": ["reports.export"],
  "reports/page.tsx": ["reports.view"],
  "search/route.ts": ["payments.view"],
  "settings/audit/export/route.ts": ["audit.view"],
  "settings/audit/page.tsx": ["audit.view"],
  "settings/currencies/(list)/page.tsx": ["rates.view"],
  "settings/currencies/[currency]/edit/page.tsx": ["rates.manage"],
  "settings/currencies/[currency]/page.tsx": ["rates.view"],
  "settings/currencies/actions.ts": ["rates.manage"],
  "settings/currencies/new/page.tsx": ["rates.manage"],
  "settings/general/actions.ts": ["cap.manage", "merchant.manage"],
  "settings/general/page.tsx": ["merchant.manage"],
  "settings/notifications/actions.ts": ["notifications.choose"],
  "settings/notifications/page.tsx": ["notifications.choose"],
  "settings/page.tsx": ["team.view"],
  "settings/team/actions.ts": ["team.manage", "two_step.require"],
  "settings/team/page.tsx": ["team.view"],
  "settlement/(overview)/page.tsx": ["settlement.view"],
  "settlement/(overview)/refund-wallet/actions.ts": ["attention.manage", "settlement.manage"],
  "settlement/actions.ts": ["attention.manage", "settlement.manage", "settlement.view"],
  "settlement/attention/(list)/page.tsx": ["settlement.view"],
  "settlement/attention/[item]/page.tsx": ["settlement.view"],
  "settlement/attention/[item]/transfer/route.ts": ["attention.manage"],
  "settlement/funds/(list)/page.tsx": ["settlement.view"],
  "settlement/funds/export/route.ts": ["settlement.view"],
  "settlement/funds/sweep/lines/route.ts": ["settlement.view"],
  "settlement/funds/sweep/page.tsx": ["settlement.view"],
  "settlement/funds/sweep/transfers/route.ts": ["attention.manage"],
  "settlement/refunds/(list)/page.tsx": ["settlement.view"],
  "settlement/refunds/lines/route.ts": ["attention.manage"],
  "settlement/refunds/transfers/route.ts": ["attention.manage"],
  "settlement/wallet/page.tsx": ["settlement.manage"],
  "terminals/(list)/page.tsx": ["terminals.view"],
  "terminals/[terminal]/devices/page.tsx": ["devices.manage"],
  "terminals/[terminal]/keys/page.tsx": ["keys.manage"],
  "terminals/[terminal]/page.tsx": ["terminals.view"],
  "terminals/[terminal]/shifts/[shift]/page.tsx": ["reports.view"],
  "terminals/[terminal]/shifts/page.tsx": ["reports.view"],
  "terminals/actions.ts": ["devices.manage", "keys.manage", "terminals.manage"],
  "webhooks/(list)/page.tsx": ["webhooks.view"],
  "webhooks/[endpoint]/edit/page.tsx": ["webhooks.manage"],
  "webhooks/[endpoint]/page.tsx": ["webhooks.view"],
  "webhooks/actions.ts": ["webhooks.manage", "webhooks.secret"],
  "webhooks/deliveries/(log)/page.tsx": ["webhooks.view"],
  "webhooks/deliveries/[delivery]/page.tsx": ["webhooks.view"],
  "webhooks/new/page.tsx": ["webhooks.manage"],
  "welcome/first-steps/route.ts": ["terminals.manage"],
  "welcome/page.tsx": ["terminals.manage"],
};

/** The rows of docs/dashboard.md. */
const DOCUMENTED: Record<string, Permission[]> = {
  Overview: ["overview.view"],
  Payments: ["payments.view"],
  "Export payments": ["payments.export"],
  "Charge at the keypad, create payments, cancel, notes and tags": [
    "payments.charge",
    "payments.cancel",
    "payments.annotate",
  ],
  "Simulate in the sandbox": ["payments.simulate"],
  "Terminals: view": ["terminals.view"],
  "Terminals: edit, archive, device links": ["terminals.manage", "devices.manage"],
  "API keys, restricted keys: create, rotate, revoke": ["keys.manage"],
  "Webhooks: view": ["webhooks.view"],
  "Webhooks: edit, secrets, signatures, resend": ["webhooks.manage", "webhooks.secret"],
  Reports: ["reports.view"],
  "Export reports": ["reports.export"],
  "Request log": ["developers.view"],
  "Name, logo, colour, support contact, sandbox data": ["merchant.manage"],
  "Settlement: view, funds, sweep commands": ["settlement.view"],
  "Settlement: resolve items, prepare refunds, simulate their transfer, attach a transaction, send signed transfers": [
    "attention.manage",
  ],
  "Currencies and exchange rates: view": ["rates.view"],
  "Currencies and exchange rates: change": ["rates.manage"],
  "Receiving wallet, address reuse, daily cap for live": ["settlement.manage", "cap.manage"],
  "Notifications: choose your own": ["notifications.choose"],
  "Team: view": ["team.view"],
  "Team: invite, edit, remove": ["team.manage"],
  "Team: require two-step sign-in": ["two_step.require"],
  "Audit log: view, export": ["audit.view"],
};

/** What the description of a role names, and the permission behind it. */
const NAMED: [RegExp, Permission][] = [
  [/payments/, "payments.view"],
  [/reports/, "reports.view"],
  [/webhooks/, "webhooks.view"],
  [/API keys/, "keys.manage"],
  [/request log/, "developers.view"],
];

const dashboard = { merchant: "3f9a1b2c-0000-4000-8000-00000000c21e", environment: "sandbox" } as const;

function checkedIn(file: string): string[] {
  const found = [...readFileSync(`${FOLDER}/${file}`, "utf8").matchAll(CHECKS)].map(([, name]) => name as string);
  return [...new Set(found)].sort();
}

function sectionsOf(role: Role): string[] {
  return navigationFor(dashboard, (permission) => may(role, permission)).flatMap(({ items }) =>
    items.map(({ id }) => id),
  );
}

function documentedRows(): { name: string; roles: Role[] }[] {
  const [, table = ""] = readFileSync("docs/dashboard.md", "utf8").split("## Roles\n");
  return [...table.matchAll(/^\| ([A-Z][^|]+) \|(.+)\|$/gm)]
    .slice(0, Object.keys(DOCUMENTED).length)
    .map(([, name, cells]) => ({
      name: name as string,
      roles: ROLES.filter((_, column) => (cells as string).split("|")[column]?.trim() !== ""),
    }));
}

describe("what a role may do", () => {
  it("is checked by every page, route and action with the permission that is meant for it", () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /(^|\/)(page\.tsx|route\.ts|actions\.ts)$/.test(file));
    expect(Object.fromEntries(files.map((file) => [file, checkedIn(file)]))).toEqual(CHECKED);
  });

  it("is what the navigation offers: a section for whoever may open its page, and for no one else", () => {
    const pages: Record<string, string> = {
      overview: "page.tsx",
      payments: "payments/page.tsx",
      terminals: "terminals/(list)/page.tsx",
      settlement: "settlement/(overview)/page.tsx",
      webhooks: "webhooks/(list)/page.tsx",
      reports: "reports/page.tsx",
      developers: "developers/(start)/page.tsx",
      settings: "settings/page.tsx",
    };
    for (const role of ROLES) {
      const openable = Object.entries(pages).filter(([, file]) => CHECKED[file]?.every((name) => may(role, name)));
      expect([role, sectionsOf(role)]).toEqual([role, openable.map(([section]) => section)]);
    }
    for (const { page, permission } of SETTINGS_PAGES) {
      const checked = CHECKED[`settings/${page}/page.tsx`] ?? CHECKED[`settings/${page}/(list)/page.tsx`];
      expect([page, checked]).toEqual([page, [permission]]);
    }
    const someSettings = ROLES.filter((role) => SETTINGS_PAGES.some(({ permission }) => may(role, permission)));
    expect(someSettings).toEqual(rolesWith("team.view"));
  });

  it("is in the table under Team, each permission once, in a row that is true for all it names", () => {
    const rows = teamMessages.roleTable.permissions;
    expect(rows.flatMap(({ permissions }) => permissions).sort()).toEqual([...PERMISSIONS].sort());
    for (const { label, permissions } of rows) {
      const holders = new Set(permissions.map((permission) => rolesWith(permission).join()));
      expect([label, holders.size]).toEqual([label, 1]);
    }
  });

  it("is in docs/dashboard.md, each permission once, with the same roles", () => {
    expect(Object.values(DOCUMENTED).flat().sort()).toEqual([...PERMISSIONS].sort());
    const rows = documentedRows();
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(DOCUMENTED).sort());
    for (const { name, roles } of rows) {
      for (const permission of DOCUMENTED[name] ?? []) {
        expect([name, permission, roles]).toEqual([name, permission, rolesWith(permission)]);
      }
    }
  });

  it("is what an invitation says about the role", () => {
    for (const role of ["developer", "cashier", "viewer"] as const) {
      const { description } = teamMessages.roles[role];
      for (const [words, permission] of NAMED) {
        expect([role, permission, words.test(description)]).toEqual([role, permission, may(role, permission)]);
      }
    }
    for (const role of ["owner", "manager"] as const) {
      expect(teamMessages.roles[role].description).toMatch(/^Full access/);
      const missing = PERMISSIONS.filter((permission) => !may(role, permission));
      expect(missing).toEqual(role === "owner" ? [] : ["cap.manage", "settlement.manage", "two_step.require"]);
    }
  });
});
