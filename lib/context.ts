import type { Database } from "@/lib/db/client";

export const ENVIRONMENTS = ["sandbox", "live"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export type Actor =
  | { type: "public" }
  | { type: "api_key"; keyId: string; terminalId: string; environment: Environment }
  | { type: "user"; userId: string }
  | { type: "system"; job: string };

/** Who calls a verb, for which merchant, on which connection. Verbs read nothing else of the world around them. */
export type Context = { db: Database; actor: Actor; merchantId: string | null };

/** Whoever acts, the merchant is known. */
export type MerchantContext = Context & { merchantId: string };

/** The context of a caller who has proved a terminal's key. */
export type KeyContext = MerchantContext & {
  actor: Extract<Actor, { type: "api_key" }>;
  terminalName: string;
  intentLifeSeconds: number;
};

export function systemContext(db: Database, job: string): Context {
  return { db, actor: { type: "system", job }, merchantId: null };
}

export function publicContext(db: Database): Context {
  return { db, actor: { type: "public" }, merchantId: null };
}
