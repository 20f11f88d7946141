import type { Actor, TenantContext } from "@/lib/base/context/context";

/** A register session: a signed-in member or a linked device, at one terminal, the only one in its tenant. */
export type PosContext = TenantContext & {
  actor: Extract<Actor, { type: "user" | "device" }>;
  merchantName: string;
  terminalId: string;
  terminalName: string;
  timeZone: string;
  intentLifeSeconds: number;
  /** the most that one charge may ask for, tip included */
  chargeLimitMicros: bigint;
  /** the member's or the device's name, stored with each charge */
  chargedBy: string;
};
