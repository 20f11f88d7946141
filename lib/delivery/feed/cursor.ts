import { createHash } from "node:crypto";
import type { Environment } from "@/lib/base/context/context";

/** Whose events a reader sees. `terminalId`: null for those of the whole business. */
export type FeedTenant = { merchantId: string; environment: Environment; terminalId: string | null };

/** An event and its place in the feed. After a restore, another event may have the position, or the same one again. */
export type Place = {
  position: bigint;
  eventId: string;
  /** microseconds since 1970 */
  numberedAt: bigint;
  /** of the whole feed: a restore changes it */
  epoch: string;
};

/** A cursor that was read. `event`: the tag of the event at its position. */
export type Cursor = { position: bigint; event: Buffer };

const VERSION = 1;
const EVENT_BYTES = 12;
const TENANT_BYTES = 8;
const LENGTH = 1 + 8 + EVENT_BYTES + TENANT_BYTES;

/** The place behind an event, as one tenant's cursor: 39 characters, base64url. */
export function formatCursor(tenant: FeedTenant, place: Place): string {
  const bytes = Buffer.alloc(LENGTH);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeBigInt64BE(place.position, 1);
  eventTag(place).copy(bytes, 9);
  tenantTag(tenant).copy(bytes, 9 + EVENT_BYTES);
  return bytes.toString("base64url");
}

/** Null for anything but a cursor of this tenant. */
export function parseCursor(tenant: FeedTenant, text: string): Cursor | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== LENGTH || bytes[0] !== VERSION || bytes.toString("base64url") !== text) return null;
  if (!bytes.subarray(9 + EVENT_BYTES).equals(tenantTag(tenant))) return null;
  return { position: bytes.readBigInt64BE(1), event: bytes.subarray(9, 9 + EVENT_BYTES) };
}

/** Whether a cursor names this event, numbered at this moment. */
export function isCursorOf({ position, event }: Cursor, place: Place): boolean {
  return position === place.position && event.equals(eventTag(place));
}

function eventTag({ epoch, eventId, numberedAt }: Place): Buffer {
  return tag(EVENT_BYTES, [epoch, eventId, String(numberedAt)]);
}

function tenantTag({ merchantId, environment, terminalId }: FeedTenant): Buffer {
  return tag(TENANT_BYTES, [merchantId, environment, terminalId ?? "all"]);
}

function tag(bytes: number, parts: string[]): Buffer {
  return createHash("sha256").update(parts.join(" ")).digest().subarray(0, bytes);
}
