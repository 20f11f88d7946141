import { describe, expect, it } from "vitest";
import { type FeedTenant, formatCursor, isCursorOf, type Place, parseCursor } from "@/lib/delivery/feed/cursor";

const TENANT: FeedTenant = {
  merchantId: "0b9d3c52-8f1e-4a6d-9b7c-2e5f4a1d8c63",
  environment: "live",
  terminalId: "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
};
const PLACE: Place = {
  position: 9_007_199_254_740_993n,
  eventId: "1f0d6a3e-4b7c-4d2f-8a51-6c9e0b7d2f43",
  numberedAt: 1_772_366_671_250_001n,
  epoch: "5c1e7f0a-93d4-4e2b-8d6f-1b0a9c7e4f32",
};
const OTHER = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";
const TEXT = formatCursor(TENANT, PLACE);

const read = (text: string, tenant = TENANT) => parseCursor(tenant, text);

describe("a cursor", () => {
  it("is short, fits into a URL, and names its position and event", () => {
    expect(TEXT).toMatch(/^[\w-]{39}$/);
    const cursor = read(TEXT);
    expect(cursor?.position).toBe(PLACE.position);
    expect(cursor && isCursorOf(cursor, PLACE)).toBe(true);
  });

  it.each<[string, Partial<FeedTenant>]>([
    ["business", { merchantId: OTHER }],
    ["environment", { environment: "sandbox" }],
    ["terminal", { terminalId: OTHER }],
    ["set of terminals", { terminalId: null }],
  ])("is none of another %s", (_, other) => {
    expect(read(TEXT, { ...TENANT, ...other })).toBeNull();
  });

  it.each<[string, Partial<Place>]>([
    ["position", { position: 7n }],
    ["event", { eventId: OTHER }],
    ["time", { numberedAt: PLACE.numberedAt + 1n }],
    ["epoch", { epoch: OTHER }],
  ])("doesn't name an event of another %s", (_, other) => {
    const cursor = read(TEXT);
    expect(cursor && isCursorOf(cursor, { ...PLACE, ...other })).toBe(false);
  });

  it.each([
    "",
    "garbage",
    "latest",
    TEXT.slice(0, -1),
    `${TEXT}A`,
    `${TEXT}=`,
    ` ${TEXT}`,
    `B${TEXT.slice(1)}`,
    // the last character has bits that no byte has
    TEXT.slice(0, -1) + String.fromCharCode(TEXT.charCodeAt(38) + 1),
    "-".repeat(39),
    "💶".repeat(10),
  ])("is none: %j", (text) => {
    expect(read(text)).toBeNull();
  });
});
