import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { requestColumns } from "@/components/requests/request-columns";
import type { RequestRow } from "@/lib/payments/requests/list";

const ROW: RequestRow = {
  id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  method: "GET",
  path: "/api/v1/payment-intents/{id}",
  status: 403,
  code: "address_not_allowed",
  error: "This key can't be used from 198.51.100.1.",
  durationMicros: 900,
  address: "198.51.100.1",
  createdAt: new Date("2026-03-01T12:00:00Z"),
  terminalId: null,
  terminalName: null,
  keyName: "Accounting",
  keyLast4: "x7Qd",
};

const cell = (id: string, row: RequestRow) => {
  const column = requestColumns("UTC", "2026-03-01T12:00:00Z").find((one) => one.id === id);
  return renderToStaticMarkup(column && "cell" in column && column.cell(row)).replace(/<[^>]+>/g, "");
};

it("a call of a key for all terminals says so, and shows its path with the name", () => {
  expect(cell("terminal", ROW)).toBe("All terminals");
  expect(cell("terminal", { ...ROW, terminalId: ROW.id, terminalName: "Bar" })).toBe("Bar");
  expect(cell("call", ROW)).toBe("GET /payment-intents/{id}");
});
