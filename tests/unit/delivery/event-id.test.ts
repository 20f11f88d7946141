import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newEventId } from "@/lib/delivery/events/event-id";

const INTENT = "7f1c2a90-3a64-4a1b-9d15-0c9a3f5b2e77";

describe("the ID of an event", () => {
  it.each(["intent.created", "payment.success", "payment.expired", "intent.cancelled"] as const)(
    "of %s follows from the intent, which has it once at most",
    (type) => {
      const id = newEventId(type, INTENT);
      expect(newEventId(type, INTENT)).toBe(id);
      expect(newEventId(type, INTENT.replace("7f", "8f"))).not.toBe(id);
      expect(z.uuidv4().parse(id)).toBe(id);
    },
  );

  it("differs by type, and never changes from version to version", () => {
    expect(newEventId("payment.success", INTENT)).toBe("f76261c8-fe8d-4910-8ea6-c32ecc214558");
    expect(newEventId("payment.expired", INTENT)).not.toBe(newEventId("payment.success", INTENT));
  });

  it("is random for what can happen again, or belongs to no intent", () => {
    expect(newEventId("attention.opened", INTENT)).not.toBe(newEventId("attention.opened", INTENT));
    expect(newEventId("test.ping", null)).not.toBe(newEventId("test.ping", null));
  });
});
