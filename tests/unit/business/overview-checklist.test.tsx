import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AttentionList } from "@/components/overview/attention-list";
import { checklistSteps } from "@/components/overview/checklist-steps";
import { may, type Permission, type Role } from "@/lib/base/values/permissions";
import { SETUP_STEPS, type Setup, type SetupStep } from "@/lib/business/merchants/find-setup";

const dashboard = { merchant: "3f9a1b2c-0000-4000-8000-00000000c21e", environment: "sandbox" } as const;
const base = `/dashboard/${dashboard.merchant}`;

function setup(done: readonly SetupStep[], isLiveOff = false): Setup {
  const isDone = Object.fromEntries(SETUP_STEPS.map((id) => [id, done.includes(id)])) as Setup["isDone"];
  return { isDone, isLiveOff };
}

const as = (role: Role) => (permission: Permission) => may(role, permission);

it("every open step leads an owner to where it is done, whatever environment they are in", () => {
  const steps = checklistSteps(setup([]), dashboard, as("owner")) ?? [];
  expect(steps.map(({ href }) => href)).toEqual([
    `${base}/sandbox/welcome`,
    `${base}/sandbox/payments`,
    `${base}/sandbox/webhooks/new`,
    `${base}/sandbox/settings/team`,
    `${base}/live/settlement/wallet`,
    `${base}/live/terminals`,
    `${base}/live/terminals`,
  ]);
  expect(steps.every(({ hint, isDone }) => hint === null && !isDone)).toBe(true);
});

it("a step that a role may not do says who may, and is no link", () => {
  const steps = checklistSteps(setup(["terminal"]), dashboard, as("developer")) ?? [];
  const hints = Object.fromEntries(steps.map(({ id, hint }) => [id, hint]));
  expect(hints).toEqual({
    terminal: null,
    payment: null,
    webhook: null,
    team: "Ask an owner or manager to do this.",
    wallet: "Ask an owner to do this.",
    liveKey: null,
    livePayment: "Ask an owner, manager or cashier to do this.",
  });
  expect(steps.filter(({ href }) => href === null).map(({ id }) => id)).toEqual([
    "terminal",
    "team",
    "wallet",
    "livePayment",
  ]);
});

it("without live payments on the server their steps say so, and the rest is all there is to do", () => {
  const sandbox = ["terminal", "payment", "webhook", "team"] as const;
  const steps = checklistSteps(setup(["terminal"], true), dashboard, as("owner")) ?? [];
  expect(steps.slice(4).map(({ hint, href }) => [hint, href])).toEqual(
    Array(3).fill(["Live payments aren't available on this server.", null]),
  );
  expect(checklistSteps(setup(sandbox, true), dashboard, as("owner"))).toBeNull();
  expect(checklistSteps(setup(sandbox), dashboard, as("owner"))).not.toBeNull();
  expect(checklistSteps(setup(SETUP_STEPS), dashboard, as("viewer"))).toBeNull();
});

it("a business that took a live payment without a key needs no step for a server", () => {
  const taken = ["terminal", "payment", "wallet", "livePayment"] as const;
  const idsOf = (done: readonly SetupStep[]) =>
    checklistSteps(setup(done), dashboard, as("owner"))?.map(({ id }) => id);
  expect(idsOf(taken)).toEqual(["terminal", "payment", "team", "wallet", "livePayment"]);
  expect(idsOf([...taken, "webhook"])).toContain("webhook");
  expect(idsOf([...taken, "team"])).toBeUndefined();
  expect(idsOf([...taken, "team", "liveKey"])).toEqual(SETUP_STEPS);
});

it("money comes first under Needs attention, and keys are one line at its end", () => {
  const html = renderToStaticMarkup(
    <AttentionList
      attention={{
        endpoints: [
          {
            id: "e",
            url: "https://shop.example/hooks",
            failingSince: new Date(0),
            disabledAt: null,
            disabledReason: null,
            rotationUntil: null,
            undelivered: 3,
          },
        ],
        terminals: [
          { id: "a", name: "Bar", hasKey: true },
          { id: "b", name: "Cellar", hasKey: false },
        ],
        rates: [{ currency: "EUR", level: "none", message: "There is no current rate for EUR." }],
        payments: [],
        money: [],
        since: "2026-11-01",
      }}
      settlement={{
        items: [{ kind: "late", count: 2, isMore: false }],
        refundsToConfirm: 2,
        proposedTransfers: 1,
        alarms: [{ kind: "pool_empty", raisedAt: new Date(0) }] as never,
      }}
      dashboard={{ ...dashboard, environment: "live" }}
      zone="UTC"
      now="2026-11-20T00:00:00Z"
      dismissKeys={<button type="button">Dismiss</button>}
    />,
  );
  const places = [
    "Late payment × 2",
    "2 refunds need confirmation",
    "1 transfer looks like a refund",
    "No address was available",
    "Exchange rate for EUR",
    "shop.example",
    "2 terminals",
    "Dismiss",
  ].map((text) => html.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(html).toContain("have no API key or haven&#x27;t used it yet.");
  expect(html).not.toContain("Cellar");
});
