import { describe, expect, it } from "vitest";
import { commandsFor } from "@/components/shell/commands";
import { navigationFor } from "@/components/shell/navigation";
import { may, type Role } from "@/lib/base/values/permissions";

const dashboard = { merchant: "m", environment: "sandbox" as const };
const commandsOf = (role: Role, environment: "sandbox" | "live" = "sandbox", isLiveOff = false) =>
  commandsFor({ ...dashboard, environment }, (permission) => may(role, permission), isLiveOff).flatMap(
    (group) => group.commands,
  );
const labelsOf = (role: Role) => commandsOf(role).map(({ label }) => label);

describe("the palette's actions", () => {
  it.each([
    [
      "owner",
      [
        "New payment",
        "Create terminal",
        "Rotate key",
        "Create restricted key",
        "Create device link",
        "Add endpoint",
        "View webhook deliveries",
        "Set up wallet",
        "View accounting",
        "View request log",
        "Add currency",
        "View exchange rates",
        "Invite teammate",
        "View audit log",
      ],
    ],
    [
      "manager",
      [
        "New payment",
        "Create terminal",
        "Rotate key",
        "Create restricted key",
        "Create device link",
        "Add endpoint",
        "View webhook deliveries",
        "View accounting",
        "View request log",
        "Add currency",
        "View exchange rates",
        "Invite teammate",
        "View audit log",
      ],
    ],
    [
      "developer",
      [
        "Rotate key",
        "Create restricted key",
        "Add endpoint",
        "View webhook deliveries",
        "View request log",
        "View exchange rates",
      ],
    ],
    ["cashier", ["New payment"]],
    ["viewer", ["View webhook deliveries", "View accounting", "View exchange rates"]],
  ] as const)("of a %s are those that the role may do", (role, labels) => {
    expect(labelsOf(role)).toEqual(labels);
  });

  it("lead into sections that the role sees, in this environment or in live", () => {
    for (const role of ["owner", "manager", "developer", "cashier", "viewer"] as const) {
      const sections = navigationFor(dashboard, (permission) => may(role, permission)).flatMap((group) => group.items);
      for (const { href } of commandsOf(role)) {
        const here = href?.replace("/m/live/", "/m/sandbox/") ?? "";
        expect(
          sections.some((section) => section.id !== "overview" && here.startsWith(section.href)),
          here,
        ).toBe(true);
      }
    }
  });

  it("leave out what a server without a TRON node can't do in live", () => {
    const missing = (environment: "sandbox" | "live") => {
      const left = commandsOf("owner", environment, true).map(({ label }) => label);
      return labelsOf("owner").filter((label) => !left.includes(label));
    };
    expect(missing("sandbox")).toEqual(["Set up wallet"]);
    expect(missing("live")).toEqual(["New payment", "Create device link", "Set up wallet"]);
  });

  it("have IDs of their own, apart from those of sections", () => {
    const ids = commandsOf("owner").map(({ id }) => id);
    const sections = navigationFor(dashboard, () => true).flatMap((group) => group.items.map(({ id }) => String(id)));
    expect(new Set([...ids, ...sections]).size).toBe(ids.length + sections.length);
  });
});
