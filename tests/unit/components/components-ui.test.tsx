import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { PaymentReceipt } from "@/components/payments/payment-receipt";
import { isCurrent, samePageIn } from "@/components/shell/current";
import { navigationFor } from "@/components/shell/navigation";
import { keypadPath, pathTo, withQuery } from "@/components/shell/paths";
import { toDate, toDay } from "@/components/ui/calendar-date";
import { DataTable } from "@/components/ui/data-table";
import { datePresets, findPreset, formatPeriod } from "@/components/ui/date-presets";
import { dayLabel, parseDay } from "@/components/ui/day-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { instantLabels, relativeLabel, zoneLabel } from "@/components/ui/instant-labels";
import { MiddleCut } from "@/components/ui/middle-cut";
import { mostPlaces } from "@/components/ui/money";
import { Pager } from "@/components/ui/pager";
import { StatusBadge } from "@/components/ui/status-badge";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { neighbour } from "@/components/ui/tabs";
import { withFilters } from "@/components/ui/use-filters";
import { may } from "@/lib/base/values/permissions";
import type { Payment } from "@/lib/payments/lists/fetch";
import { EMPTY_TIMELINE } from "@/tests/support/empty-timeline";

const SHOP = "3f9a1b2c-0000-4000-8000-00000000c21e";
const place = { merchant: SHOP, environment: "sandbox" } as const;

it("says an instant in the merchant's zone, on both sides of a change of the clocks", () => {
  expect(instantLabels("2026-11-20T18:30:07Z", "Europe/Lisbon").exact).toBe(
    "Friday 20 Nov 2026, 18:30:07, Lisbon (UTC+0)",
  );
  expect(instantLabels("2026-07-20T18:30:07Z", "Europe/Lisbon").exact).toBe(
    "Monday 20 Jul 2026, 19:30:07, Lisbon (UTC+1)",
  );
  expect(instantLabels("2026-12-31T23:30:00Z", "Asia/Tokyo").date).toBe("1 Jan 2027");
});

it("names a zone by its place and distance, quarter hours and the west included", () => {
  const at = new Date("2026-11-20T18:30:00.750Z");
  expect(zoneLabel(at, "Asia/Kathmandu")).toBe("Kathmandu (UTC+5:45)");
  expect(zoneLabel(at, "America/St_Johns")).toBe("St Johns (UTC\u22123:30)");
  expect(zoneLabel(at, "UTC")).toBe("UTC");
});

it("says how long ago as long as that helps, and ahead as well", () => {
  const ago = (seconds: number) =>
    relativeLabel(new Date(Date.UTC(2026, 10, 20) - seconds * 1_000).toISOString(), "2026-11-20T00:00:00Z");
  expect([0, 59, 60, 3_599, 86_399, 86_400, -7_200].map(ago)).toEqual([
    "just now",
    "59\u00a0s ago",
    "1\u00a0min ago",
    "59\u00a0min ago",
    "23\u00a0h ago",
    "1\u00a0d ago",
    "in 2\u00a0h",
  ]);
  expect(ago(7 * 86_400)).toBeNull();
});

it("finds the decimals that a column of amounts needs, never less than two", () => {
  expect(mostPlaces([])).toBe(2);
  expect(mostPlaces(["12.50", "1,234.567891", "4.00"])).toBe(6);
});

it("counts the presets from the merchant's day, over the end of months and years", () => {
  const presets = Object.fromEntries(datePresets("2026-01-01").map(({ label, first, last }) => [label, [first, last]]));
  expect(presets.Yesterday).toEqual(["2025-12-31", "2025-12-31"]);
  expect(presets["Last 7 days"]).toEqual(["2025-12-26", "2026-01-01"]);
  expect(presets["Last month"]).toEqual(["2025-12-01", "2025-12-31"]);
});

it("turns calendar days into dates of any zone and back, and refuses days that are none", () => {
  for (const day of ["2026-03-29", "2026-10-25", "2024-02-29", "2026-12-31"]) expect(toDay(toDate(day))).toBe(day);
  for (const wrong of ["", "yesterday", "2026-02-30", "2026-13-01", "2026-3-1"]) expect(toDate(wrong)).toBeUndefined();
  expect(toDay(undefined)).toBe("");
});

it("begins a week on Monday, which is another span than the last seven days", () => {
  const weekOf = (today: string) => datePresets(today).find(({ label }) => label === "This week")?.first;
  expect(weekOf("2026-03-02")).toBe("2026-03-02");
  expect(weekOf("2026-03-04")).toBe("2026-03-02");
  expect(weekOf("2026-03-08")).toBe("2026-03-02");
  expect(weekOf("2026-01-01")).toBe("2025-12-29");
});

it("names a span that two presets share by the first of them", () => {
  expect(findPreset("2026-03-02", "2026-03-02", "2026-03-02")?.label).toBe("Today");
  expect(findPreset("2026-03-02", "2026-03-08", "2026-03-08")?.label).toBe("This week");
  expect(findPreset("2026-02-26", "2026-03-04", "2026-03-04")?.label).toBe("Last 7 days");
  expect(findPreset("2026-03-03", "2026-03-04", "2026-03-04")).toBeUndefined();
});

it("says a period as short as it is clear, and stays calm over days that an address made up", () => {
  const words = (first: string, last: string) => formatPeriod(first, last, "2026-11-20");
  expect(words("2026-11-20", "2026-11-20")).toBe("Today");
  expect(words("2026-11-02", "2026-11-07")).toBe("2–7 Nov 2026");
  expect(words("2026-10-02", "2026-11-07")).toBe("2 Oct–7 Nov 2026");
  expect(words("2025-10-02", "2026-11-07")).toBe("2 Oct 2025–7 Nov 2026");
  expect(words("2026-11-02", "")).toBe("since 2 Nov 2026");
  expect(words("", "2026-11-02")).toBe("until 2 Nov 2026");
  expect(words("", "")).toBe("");
  expect(words("yesterday", "2026-13-45")).toBe("yesterday–2026-13-45");
});

it("changes one filter, keeps the others and goes back to the first page", () => {
  const params = new URLSearchParams("status=paid&q=10&before=abc");
  expect(withFilters(params, { status: ["paid", "expired"] })).toBe("?q=10&status=paid&status=expired");
  expect(withFilters(params, { status: null, q: "" })).toBe("");
});

it("builds the dashboard's links: sections below its address, and a query of what is given", () => {
  expect(pathTo(place, "payments", "export")).toBe(`/dashboard/${SHOP}/sandbox/payments/export`);
  expect(pathTo(place, "welcome")).toBe(`/dashboard/${SHOP}/sandbox/welcome`);
  expect(keypadPath(SHOP, "live")).toBe(`/pos/${SHOP}/live`);
  const query = { q: "a b&c", terminal: ["one", "two"], before: null, after: undefined };
  expect(withQuery("/account/log", query)).toBe("/account/log?q=a+b%26c&terminal=one&terminal=two");
  expect(withQuery("/account/log", { before: null, status: [] })).toBe("/account/log");
});

it("leads from a record to its section in another world, since the record is not there", () => {
  const live = { ...place, environment: "live" } as const;
  expect(samePageIn(live, place, pathTo(place, "payments", "some-id"))).toBe(pathTo(live, "payments"));
  expect(samePageIn(live, place, pathTo(place))).toBe(pathTo(live));
  expect(samePageIn(live, place, `${pathTo(place)}/made-up`)).toBe(pathTo(live));
});

it("marks a section on its page and below it, the overview on its own page alone", () => {
  const overview = pathTo(place);
  expect(isCurrent(pathTo(place, "payments", "x"), pathTo(place, "payments"), overview)).toBe(true);
  expect(isCurrent(pathTo(place, "payments"), overview, overview)).toBe(false);
  expect(isCurrent(overview, overview, overview)).toBe(true);
});

it("shows a role only the sections it may see", () => {
  const seenBy = (role: "owner" | "cashier") =>
    navigationFor(place, (permission) => may(role, permission)).flatMap(({ items }) => items.map(({ id }) => id));
  expect(seenBy("owner")).toEqual([
    "overview",
    "payments",
    "terminals",
    "settlement",
    "webhooks",
    "reports",
    "developers",
    "settings",
  ]);
  expect(seenBy("cashier")).toEqual(["payments", "terminals", "reports"]);
});

it("walks a line of tabs round its ends, to its first and last, and leaves other keys alone", () => {
  expect(neighbour("ArrowRight", 2, 3)).toBe(0);
  expect(neighbour("ArrowLeft", 0, 3)).toBe(2);
  expect(neighbour("Home", 2, 3)).toBe(0);
  expect(neighbour("End", 0, 3)).toBe(2);
  expect(neighbour("a", 1, 3)).toBeNull();
});

it("wires a control to its label, description and error, in that order of being read", () => {
  const html = renderToStaticMarkup(
    <Field
      label="Name"
      description="Customers see it."
      error="Too long. At most 80 characters, for example Bar."
      required
    >
      <Input name="name" />
    </Field>,
  );
  const id = /<label for="([^"]+)"/.exec(html)?.[1];
  const input = /<input[^>]*>/.exec(html)?.[0];
  expect(input).toContain(`id="${id}"`);
  expect(input).toContain('aria-invalid="true"');
  expect(input).toContain("required");
  expect(input).toContain(`aria-describedby="${id}-error ${id}-description"`);
  expect(html).toContain(`id="${id}-error"`);
  expect(html).toContain(`id="${id}-description"`);
});

it("keeps a table a table, with one real link a row and amounts on one decimal point", () => {
  const rows = [
    { id: "a", amount: "12.50" },
    { id: "b", amount: "1.000001" },
  ];
  const html = renderToStaticMarkup(
    <DataTable
      caption="Payments"
      rows={rows}
      rowId={(row) => row.id}
      rowHref={(row) => pathTo(place, "payments", row.id)}
      empty={<p>None</p>}
      columns={[
        { id: "id", header: "Id", phone: "title", cell: (row) => row.id },
        { id: "amount", header: "Amount", money: (row) => row.amount },
      ]}
    />,
  );
  expect(html.match(/role="row"/g)).toHaveLength(3);
  expect(html.match(/<a /g)).toHaveLength(2);
  expect(html).toContain(`href="${pathTo(place, "payments", "b")}"`);
  expect(html).toContain('12.50</span><span class="sm:pe-[4ch]">');
  expect(html).toContain('1.000001</span><span class="text-');
});

it("has a table that loads breathe as one, however many cells it has", () => {
  const columns = ["a", "b", "c"].map((id) => ({ id, header: id, cell: () => id }));
  const html = renderToStaticMarkup(<TableSkeleton caption="Payments" columns={columns} rows={12} />);
  expect(html.match(/bg-ink\/8/g)).toHaveLength(36);
  expect(html.match(/animate-breathe/g)).toHaveLength(1);
});

it("cuts a long text before its end, which tells it from others that begin alike", () => {
  const text = "sim-7d9f2b52-6d5c-4b0f-0001";
  const html = renderToStaticMarkup(<MiddleCut text={text} />);
  expect(html).toContain(`title="${text}"`);
  expect(html).toMatch(/<span aria-hidden="true" class="truncate">sim-7d9f2b52-6d5c-4<\/span>/);
  expect(html).toMatch(/<span aria-hidden="true" class="shrink-0 whitespace-pre">b0f-0001<\/span>/);
  expect(html).toContain(`<span class="sr-only select-none">${text}</span>`);
  expect(renderToStaticMarkup(<MiddleCut text="order-1" />)).toMatch(/>order-1</);
});

it("reads a day as people type it, and no day that could be another one", () => {
  const day = (text: string) => parseDay(text, "2026-11-20");
  for (const text of ["5 Nov 2026", "05 november 2026", "5. Nov. 2026", "5 Nov", "5.11.2026", "2026-11-5"]) {
    expect([text, day(text)]).toEqual([text, "2026-11-05"]);
  }
  for (const text of ["5/11/2026", "31 Feb 2026", "5 Nob 2026", "2026-13-01", "5", "tomorrow", ""]) {
    expect([text, day(text)]).toEqual([text, null]);
  }
  expect(parseDay(dayLabel("2024-02-29"), "2026-11-20")).toBe("2024-02-29");
});

it("says a status in words as well as in colour and shape", () => {
  const html = renderToStaticMarkup(<StatusBadge status="failing" />);
  expect(html).toContain("<svg");
  expect(html).toContain("Failing");
});

it("a receipt names what remains of a part payment, and nothing once it is paid within the tolerance", () => {
  const payment = {
    id: SHOP,
    environment: "live",
    reference: null,
    metadata: null,
    terminalId: SHOP,
    terminalName: "Front desk",
    amountMicros: 10_000_000n,
    toleranceMicros: 500_000n,
    uncountedMicros: 0n,
    flags: 0,
    createdAt: new Date(0),
    expiresAt: new Date(0),
    endedAt: null,
    paidAt: null,
  };
  const receiptOf = (facts: Pick<Payment, "status" | "receivedMicros"> & Partial<Payment>) => {
    const timeline = { payment: { ...payment, ...facts } as Payment, ...EMPTY_TIMELINE };
    return renderToStaticMarkup(
      <PaymentReceipt refundedMicros={0n} timeline={timeline} zone="UTC" now="2026-03-01T12:00:00Z" />,
    );
  };
  expect(receiptOf({ status: "pending", receivedMicros: 9_000_000n })).toContain("Remaining");
  const paid = receiptOf({ status: "paid", receivedMicros: 9_500_000n });
  expect(paid).toContain("Received");
  expect(paid).not.toMatch(/Remaining|Missing/);
  const tipped = { status: "paid", receivedMicros: 10_000_000n, metadata: { tip_usdt: "1.5", cart: "8" } } as const;
  expect(receiptOf(tipped)).toMatch(/Tip included.*1\.50/);
  expect(receiptOf(tipped)).not.toContain("tip_usdt");
  expect(receiptOf({ ...tipped, metadata: { tip_usdt: "all" } })).toContain("tip_usdt");
});

it("a list that is only turned onward says that it goes back to its first page, not to the newer one", () => {
  const there = "/dashboard" as const;
  const onward = renderToStaticMarkup(<Pager first={there} older={null} />);
  expect(onward).toContain("First page");
  expect(onward).not.toMatch(/Newer|rel="prev"/);
  expect(renderToStaticMarkup(<Pager newer={there} older={null} />)).toMatch(/<a rel="prev"[^>]*>.*Newer/);
  expect(renderToStaticMarkup(<Pager first={null} older={there} />)).toMatch(/<a rel="next"[^>]*><span>Older/);
});
