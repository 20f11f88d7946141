import { readSettings, type Settings } from "@/lib/base/context/settings";
import type { Database } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";
import type { Scope } from "@/lib/base/values/scopes";

export const ENVIRONMENTS = ["sandbox", "live"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export type Actor =
  | { type: "public" }
  /** anyone who has a payment's link */
  | { type: "customer" }
  | { type: "api_key"; keyId: string }
  | { type: "user"; userId: string; address: string }
  | { type: "device"; deviceId: string; address: string }
  | { type: "system"; job: string };

/**
 * Who calls a verb, for which merchant, on which connection and under which settings. Verbs read no other state of the
 * process or request.
 */
export type Context = { db: Database; settings: Settings; actor: Actor; merchantId: string | null };

/** The context of any actor whose merchant is known. */
export type MerchantContext = Context & { merchantId: string };

/**
 * What a caller reaches: in one environment of one merchant, the records of these terminals; null: of every terminal.
 */
export type Tenant = { merchantId: string; environment: Environment; terminalIds: string[] | null };

/** The context of any actor whose merchant and environment are known. */
export type EnvironmentContext = MerchantContext & Pick<Tenant, "environment">;

/** The context of any caller with a tenant: an API key, a member of the dashboard, or a register session. */
export type TenantContext = EnvironmentContext & Tenant;

/** The context of a caller who has proved an API key: of one terminal, or a restricted key, which may have all. */
export type KeyContext = TenantContext & {
  actor: Extract<Actor, { type: "api_key" }>;
  /** what the key may do */
  scopes: readonly Scope[];
  /** the addresses that may use the key, in CIDR notation; empty: any */
  ipRanges: readonly string[];
  isRestricted: boolean;
  /** the one terminal of the key; null: all of the merchant */
  terminal: KeyTerminal | null;
};

/** What an intent on a terminal needs of it. */
export type KeyTerminal = { id: string; name: string; intentLifeSeconds: number };

/** The context of a key and the terminal of this call. */
export type TerminalKeyContext = KeyContext & { terminal: KeyTerminal };

/** The context of a person who has signed in, before any merchant is chosen. */
export type UserContext = Context & { actor: Extract<Actor, { type: "user" }>; sessionId: string };

/** The context of a member on a page of the dashboard. */
export type MemberContext = TenantContext & { actor: Extract<Actor, { type: "user" }>; role: Role };

export function systemContext(db: Database, job: string): Context {
  return { db, settings: readSettings(), actor: { type: "system", job }, merchantId: null };
}

export function publicContext(db: Database): Context {
  return { db, settings: readSettings(), actor: { type: "public" }, merchantId: null };
}
