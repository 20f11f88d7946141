import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { type Environment, type MerchantContext, systemContext } from "@/lib/base/context/context";
import { type Database, openDatabase } from "@/lib/base/db/client";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { resetEnv } from "@/lib/base/process/env";
import type { Role } from "@/lib/base/values/permissions";
import { createMerchant } from "@/lib/business/merchants/create";
import { hashPassword } from "@/lib/people/accounts/password";
import { fillInSecrets } from "@/lib/service/server/secret-file";

const PASSWORD = "correct horse battery staple";

export type Person = { email: string; password: string };

export type Shop = {
  merchantId: string;
  terminalId: string;
  key: string;
  webhookSecret: string | null;
  webhookEndpointId: string | null;
  owner: Person;
  /** for verbs and, by `ctx.db.sql`, for plain SQL against the database of the server under test */
  ctx: MerchantContext;
  /** the address of a dashboard page: `shop.at("payments", id)`; `shop.live("payments")` for the live environment */
  at(...parts: string[]): string;
  live(...parts: string[]): string;
  /** an intent by the API, with this shop's key or another one */
  createIntent(input?: IntentInput, key?: string): Promise<Intent>;
  simulate(id: string, outcome?: string): Promise<void>;
  /** another person of this shop; a cashier sees the terminals given, the first one if none is */
  addMember(role: Role, terminalIds?: string[]): Promise<Person>;
};

/** 12.50 USDT by default, in place of which a price can be given. */
type IntentInput = {
  amount_usdt?: number | undefined;
  amount?: string;
  currency?: string;
  reference?: string;
  metadata?: object;
};

type Intent = { id: string; checkout_uri: string; checkout_url: string };

/** The database of the server under test; close it when the worker ends. */
export async function openServerDatabase(): Promise<Database> {
  return openDatabase(await serverDatabaseUrl(), { pool: 2 });
}

export async function serverDatabaseUrl(): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error("E2E_DATA_DIR must name the data folder of the server at E2E_BASE_URL.");
  fillInSecrets(dataDir, process.env, { create: false });
  resetEnv();
  return process.env.DATABASE_URL ?? (await startEmbeddedPostgres({ dataDir, supervise: false })).url;
}

/** A merchant with an owner and a terminal, made by the operator's verb: nothing of it is shared with another test. */
export async function openShop(
  db: Database,
  {
    name = "Corner Shop",
    terminal = "Front desk",
    timeZone = "Europe/Lisbon",
    webhookUrl = undefined as string | undefined,
  } = {},
): Promise<Shop> {
  const system = systemContext(db, "test");
  const owner = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  const made = await createMerchant(system, { name, terminal, timeZone, webhookUrl, ...owner });
  const ctx = { ...system, merchantId: made.merchant_id };
  const address = (environment: Environment, parts: string[]) =>
    ["/dashboard", made.merchant_id, environment, ...parts].join("/");
  return {
    merchantId: made.merchant_id,
    terminalId: made.terminal_id,
    key: made.keys.sandbox,
    webhookSecret: made.webhook_secret,
    webhookEndpointId: made.webhook_endpoint_id,
    owner,
    ctx,
    at: (...parts) => address("sandbox", parts),
    live: (...parts) => address("live", parts),
    createIntent: async (input = {}, key = made.keys.sandbox) =>
      (await callApi("create-payment-intent", { amount_usdt: 12.5, ...input }, key)).intent,
    simulate: async (id, outcome = "paid") => {
      await callApi("simulate-payment", { id, outcome });
    },
    addMember: (role, terminalIds = [made.terminal_id]) => addMember(ctx, role, terminalIds),
  };
}

/** The shop's owner in its sandbox, for what tests make without the pages. */
export async function ownerOf({ ctx, merchantId }: Shop) {
  const [owner] = await ctx.db.sql<[{ userId: string }]>`
    select user_id as "userId" from memberships where merchant_id = ${merchantId} and role = 'owner' limit 1`;
  return { db: ctx.db, merchantId, environment: "sandbox" as const, actor: owner };
}

/** Signs a person in on a page's browser context by the requests that the sign-in page makes. */
export async function signIn(page: Page, person: Person & { code?: string }): Promise<void> {
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  const answer = await page.request.post("/api/auth/callback/credentials", {
    form: { csrfToken, json: "true", ...person },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function addMember(ctx: MerchantContext, role: Role, terminalIds: string[]): Promise<Person> {
  const person = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  await ctx.db.sql`
    with u as (
      insert into users (email, password_hash) values (${person.email}, ${await hashPassword(PASSWORD)}) returning id)
    insert into memberships (merchant_id, user_id, role, terminal_ids)
    select ${ctx.merchantId}, u.id, ${role}, ${role === "cashier" ? terminalIds : null}::uuid[] from u`;
  return person;
}

async function callApi(path: string, body: object, key?: string) {
  const answer = await fetch(`${process.env.E2E_BASE_URL}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return JSON.parse(text);
}
