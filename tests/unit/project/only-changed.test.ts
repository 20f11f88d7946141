import { expect, it } from "vitest";
import { onlyChanged } from "@/app/_kit/only-changed";

it("sends a field only if it differs from what was shown, and an emptied one as empty", () => {
  const shown = { id: "t1", name: "Bar", minutes: 30, limit: "10000", email: "help@shop.example", phone: null };
  const typed = { name: "Bar", minutes: "30", limit: "10000", email: "help@shop.example", phone: "" };
  expect(onlyChanged(typed, shown)).toEqual({});
  expect(onlyChanged({ ...typed, name: "Terrace", email: "" }, shown)).toEqual({ name: "Terrace", email: "" });
  expect(onlyChanged({ ...typed, minutes: "45", phone: "+351 21" }, shown)).toEqual({
    minutes: "45",
    phone: "+351 21",
  });
});

it("takes checkboxes as one field, in any order, and null as a choice", () => {
  const shown = { terminalId: "t1", eventTypes: ["payment.success", "intent.expired"] };
  expect(onlyChanged({ ...shown, eventTypes: ["intent.expired", "payment.success"] }, shown)).toEqual({});
  const chosen = { terminalId: null, eventTypes: ["payment.success"] };
  expect(onlyChanged(chosen, shown)).toEqual(chosen);
});
