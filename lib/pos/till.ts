import type { Actor, Environment, MerchantContext } from "@/lib/context";

/** Whoever stands at a keypad: a member, or a device that stands there for good. One terminal, one environment. */
export type TillContext = MerchantContext & {
  actor: Extract<Actor, { type: "user" | "device" }>;
  environment: Environment;
  merchantName: string;
  terminalId: string;
  terminalName: string;
  timeZone: string;
  intentLifeSeconds: number;
  /** the person's or the device's name, kept with each charge */
  chargedBy: string;
};
