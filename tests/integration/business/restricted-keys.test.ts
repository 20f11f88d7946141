import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { listAudit } from "@/lib/base/audit/list";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";
import { SCOPES } from "@/lib/base/values/scopes";
import { createRestrictedKey, MOST_RESTRICTED_KEYS } from "@/lib/business/keys/create-restricted";
import { endRestrictedKey } from "@/lib/business/keys/end-restricted";
import { endRestrictedSecret } from "@/lib/business/keys/end-restricted-secret";
import { findKey } from "@/lib/business/keys/find";
import { readKey } from "@/lib/business/keys/key";
import { listMadeKeys } from "@/lib/business/keys/list-made";
import { listReplacedSecrets } from "@/lib/business/keys/list-replaced-secrets";
import { getRestrictedKey, listEndedRestrictedKeys, listRestrictedKeys } from "@/lib/business/keys/list-restricted";
import { MOST_REPLACED_KEYS } from "@/lib/business/keys/rotate";
import { rotateRestrictedKey } from "@/lib/business/keys/rotate-restricted";
import { CreateRestrictedKeyInput } from "@/lib/business/keys/schemas";
import { archiveTerminal } from "@/lib/business/terminals/archive";
import { flushRequestLog } from "@/lib/payments/requests/record";
import { changeMember } from "@/lib/people/members/change";
import { removeMember } from "@/lib/people/members/remove";
import { outcome, renewed, withSettings } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

type Given = Partial<z.input<typeof CreateRestrictedKeyInput>>;

const read = (given: Given = {}) =>
  CreateRestrictedKeyInput.parse({
    name: "Shop plugin",
    terminalId: null,
    scopes: ["intents:read", "intents:write"],
    ipRanges: "",
    endsOn: null,
    ...given,
  });
const make = (ctx: MemberContext, given: Given = {}) => createRestrictedKey(ctx, read(given));
const rotate = (ctx: MemberContext, id: string, graceHours: 0 | 1 | 24 = 0) =>
  rotateRestrictedKey(ctx, { restrictedKeyId: id, graceHours });
const end = (ctx: MemberContext, id: string) => endRestrictedKey(ctx, { restrictedKeyId: id });
const found = (key: string) => findKey(database(), readKey(key)?.hash as Buffer);
const works = async (key: string) => (await found(key)) !== null;
const codesOf = (running: Promise<unknown>[]) => Promise.all(running.map(outcome));
const times = <T>(count: number, of: (n: number) => T) => Array.from({ length: count }, (_, n) => of(n));

async function member(role: Role = "owner") {
  const merchant = await createMerchantFixture();
  return { ...merchant, ctx: await memberContext(merchant, { role }) };
}

/** Changes a colleague's role as an owner does. */
async function demote(owner: MemberContext, who: MemberContext, role: Role) {
  const shown = { role: who.role, terminalIds: [] };
  await changeMember(owner, { userId: who.actor.userId, role, terminalIds: [], shown });
}

describe("creating a restricted key", () => {
  it("returns it once, lists it without its secret, and records who made it with what it may do", async () => {
    const { ctx, merchantId, terminalId } = await member();
    const given = {
      name: "  Back office ",
      terminalId,
      scopes: ["reports:read", "intents:read", "reports:read"] as const,
      ipRanges: "203.0.113.7\n\n 198.51.100.9/24 \n203.0.113.7/32",
      endsOn: "2030-01-31",
    };
    const { id, key } = await make(ctx, { ...given, scopes: [...given.scopes] });
    expect(await found(key)).toMatchObject({ keyId: id, isRestricted: true, terminal: { id: terminalId } });
    const [row] = await listRestrictedKeys(ctx);
    expect(row).toMatchObject({
      id,
      name: "Back office",
      scopes: ["intents:read", "reports:read"],
      ipRanges: ["203.0.113.7/32", "198.51.100.0/24"],
      terminal: { id: terminalId, name: "Front desk" },
      makerRole: "owner",
      last4: key.slice(-4),
      lastUsedAt: null,
      state: "active",
    });
    expect(JSON.stringify(row)).not.toContain(key.slice(9, -6));
    const [entry] = (await auditOf(merchantId)).slice(-1);
    expect(entry).toMatchObject({
      action: "restricted_key.created",
      target_id: id,
      after: { name: "Back office", terminalId, endsOn: "2030-01-31", last4: key.slice(-4), environment: "sandbox" },
    });
    expect(JSON.stringify(await auditOf(merchantId))).not.toContain(key.slice(9, -6));
  });

  it("ends with its last day in the time zone of the business, which is today at the earliest", async () => {
    const { ctx, merchantId } = await member();
    const { sql } = database();
    await sql`update merchants set time_zone = 'Pacific/Kiritimati' where id = ${merchantId}`;
    const [at] = await sql<[{ today: string; yesterday: string; most: string; over: string }]>`
      select today::text, (today - 1)::text as yesterday, (today + interval '10 years')::date::text as most,
             ((today + interval '10 years')::date + 3)::text as over
        from (select (now() at time zone 'Pacific/Kiritimati')::date as today) t`;
    for (const endsOn of [at.yesterday, at.over, "0001-01-01", "2999-12-31"]) {
      const refused = { code: "invalid_request", extra: { field: "endsOn" } };
      await expect(make(ctx, { endsOn }), endsOn).rejects.toMatchObject(refused);
    }
    expect(await listRestrictedKeys(ctx)).toEqual([]);
    await make(ctx, { endsOn: at.most });
    const { id, key } = await make(ctx, { name: "Today", endsOn: at.today });
    const [ends] = await sql`
      select ends_at = ((${at.today}::date + 1)::timestamp at time zone 'Pacific/Kiritimati') as right
        from restricted_keys where id = ${id}`;
    expect(ends).toEqual({ right: true });
    expect(await getRestrictedKey(ctx, id)).toMatchObject({ state: "active", endsSoon: true });
    await sql`update restricted_keys set ends_at = now() where id = ${id}`;
    expect(await works(key)).toBe(false);
    expect(await getRestrictedKey(ctx, id)).toMatchObject({ state: "ended" });
  });

  it.each<[string, Given, RegExp]>([
    ["no name", { name: " " }, /Enter a name of 1 to 100/],
    ["a name with a link", { name: "See https://evil.example" }, /./],
    ["no scope", { scopes: [] }, /Select at least one scope/],
    ["an unknown scope", { scopes: ["funds:move" as never] }, /./],
    ["what is no address", { ipRanges: "203.0.113.7\nlocalhost" }, /“localhost” isn't an IP address or range/],
    ["a long line", { ipRanges: "x".repeat(100) }, /“x{60}…” isn't/],
    ["21 addresses", { ipRanges: times(21, (n) => `203.0.113.${n}`).join("\n") }, /These are 21 addresses/],
    ["no date", { endsOn: "31 January" }, /Enter a date/],
    ["no limit for refunds", { refundLimit: "" }, /Enter an amount above 0/],
    ["a limit of nothing", { refundLimit: "0" }, /Enter an amount above 0/],
    ["a limit that may be a thousand or one", { refundLimit: "1,000" }, /Enter 1000 or 1\.000, without a comma/],
    ["a date that no clock reaches", { endsOn: "9999-12-31" }, /Enter a date/],
  ])("is refused with %s", (_, given, message) => {
    expect(() => read(given)).toThrow(message);
  });

  it("keeps 20 ranges, IPv6 too", () => {
    expect(read({ ipRanges: times(20, (n) => `2001:db8:${n}::/48`).join("\r\n") }).ipRanges).toHaveLength(20);
  });

  it("with a scope that the role can't give is refused, also where the role changed meanwhile", async () => {
    const { ctx: owner, ...merchant } = await member();
    const developer = await memberContext(merchant, { role: "developer" });
    const refused = { code: "forbidden", message: expect.stringContaining("Ask an owner") };
    for (const scope of ["customers:read", "refunds:write", "reports:read"] as const) {
      await expect(make(developer, { scopes: ["intents:read", scope], refundLimit: "1" })).rejects.toMatchObject(
        refused,
      );
    }
    const demoted = await memberContext(merchant, { role: "manager" });
    await demote(owner, demoted, "viewer");
    await expect(make(demoted)).rejects.toMatchObject(refused);
    await removeMember(owner, { userId: demoted.actor.userId });
    await expect(make(demoted)).rejects.toMatchObject({ code: "not_found" });
    expect(await listRestrictedKeys(owner)).toEqual([]);
    await make(developer);
    await make(owner, { scopes: [...SCOPES], refundLimit: "500" });
  });

  it("with refunds:write has a limit, which is recorded, and no other key has one", async () => {
    const { ctx } = await member();
    for (const refundLimit of [undefined, null]) {
      await expect(make(ctx, { scopes: ["refunds:write"], refundLimit })).rejects.toMatchObject({
        code: "invalid_request",
        extra: { field: "refundLimit" },
      });
    }
    const { id } = await make(ctx, { scopes: ["refunds:write"], refundLimit: "250.5" });
    expect(await getRestrictedKey(ctx, id)).toMatchObject({ refundLimitMicros: 250_500_000n });
    const { id: other } = await make(ctx, { scopes: ["intents:read"], refundLimit: "9" });
    expect(await getRestrictedKey(ctx, other)).toMatchObject({ refundLimitMicros: null });
    const limits = (await auditOf(ctx.merchantId)).map(
      (entry) => (entry.after as Record<string, unknown>)?.refundLimitMicros,
    );
    expect(limits.filter((limit) => limit !== undefined)).toEqual(expect.arrayContaining(["250500000", null]));
  });

  it("for a terminal of another business, an unknown or an archived one is the same 404", async () => {
    const { ctx, terminalId } = await member();
    const other = await createMerchantFixture();
    await archiveTerminal(ctx, { terminalId });
    for (const id of [other.terminalId, randomUUID(), terminalId]) {
      const refused = { code: "not_found", message: "No such terminal." };
      await expect(make(ctx, { terminalId: id })).rejects.toMatchObject(refused);
    }
  });

  it("in live asks for what live payments need only if the key can create them", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { environment: "live" });
    await withSettings({ TRON_RPC_URLS: "" }, async () => {
      await expect(make(renewed(ctx))).rejects.toMatchObject({ code: "invalid_request" });
      const { key } = await make(renewed(ctx), { scopes: ["events:read"] });
      expect(key).toMatch(/^svc_live_/);
      expect(await found(key)).toMatchObject({ environment: "live" });
    });
  });

  it("stops at 50 in an environment: of sixty at once, fifty are made, and one more once one has ended", async () => {
    const { ctx } = await member();
    const codes = await codesOf(times(60, (n) => make(ctx, { name: `Key ${n}` })));
    expect(codes.filter((code) => code === "done")).toHaveLength(MOST_RESTRICTED_KEYS);
    expect(codes.filter((code) => code === "conflict")).toHaveLength(10);
    const [first] = await listRestrictedKeys(ctx);
    await make({ ...ctx, environment: "live" }, { scopes: ["events:read"] });
    await end(ctx, first?.id as string);
    expect(await codesOf([make(ctx), make(ctx)]).then((both) => both.sort())).toEqual(["conflict", "done"]);
  });
});

describe("rotating a restricted key", () => {
  it("replaces its secret now or after a grace, keeps its ID, emits nothing, and makes the caller its maker", async () => {
    const { ctx, merchantId, ...merchant } = await member();
    const { id, key: first } = await make(ctx);
    const colleague = await memberContext({ merchantId, ...merchant }, { role: "developer" });
    const { key: second } = await rotate(colleague, id, 24);
    expect([(await found(first))?.keyId, (await found(second))?.keyId]).toEqual([id, id]);
    expect(await getRestrictedKey(ctx, id)).toMatchObject({ makerRole: "developer", last4: second.slice(-4) });
    const [old] = await listReplacedSecrets(ctx, id);
    expect(old).toMatchObject({ last4: first.slice(-4) });
    expect(Math.round((Number(old?.endsAt) - Date.now()) / 3_600_000)).toBe(24);
    const { key: third } = await rotate(ctx, id);
    expect([await works(first), await works(second), await works(third)]).toEqual([true, false, true]);
    expect(await database().sql`select type from events where merchant_id = ${merchantId}`).toEqual([]);
    const entries = (await auditOf(merchantId)).filter(({ action }) => action === "restricted_key.rotated");
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [
        { environment: "sandbox", last4: first.slice(-4) },
        { environment: "sandbox", last4: second.slice(-4), graceHours: 24 },
      ],
      [
        { environment: "sandbox", last4: second.slice(-4) },
        { environment: "sandbox", last4: third.slice(-4), graceHours: 0 },
      ],
    ]);
  });

  it("by twenty at once leaves one current secret, and only that one works", async () => {
    const { ctx } = await member();
    const { id, key } = await make(ctx);
    const rotated = await Promise.all(times(20, () => rotate(ctx, id)));
    const working = await Promise.all([key, ...rotated.map((one) => one.key)].map(works));
    expect(working.filter(Boolean)).toHaveLength(1);
    const [row] = await listRestrictedKeys(ctx);
    const current = rotated.filter((one) => one.key.endsWith(row?.last4 as string));
    expect(await works(current[0]?.key as string)).toBe(true);
  });

  it("is refused to a member who can't give all of its scopes, and once it has ended", async () => {
    const { ctx, ...merchant } = await member();
    const developer = await memberContext(merchant, { role: "developer" });
    const { id, key } = await make(ctx, { scopes: ["intents:read", "reports:read"] });
    await expect(rotate(developer, id)).rejects.toMatchObject({
      code: "forbidden",
      message: "Your role can't give a key the scope reports:read. Ask an owner or manager.",
    });
    expect(await works(key)).toBe(true);
    await end(developer, id);
    await expect(rotate(ctx, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("beside twenty earlier secrets that work only ends the old one now", async () => {
    const { ctx } = await member();
    const { id } = await make(ctx);
    for (let n = 0; n < MOST_REPLACED_KEYS; n++) await rotate(ctx, id, 24);
    await expect(rotate(ctx, id, 1)).rejects.toThrow("20 earlier secrets of this key still work.");
    await rotate(ctx, id, 0);
    expect(await listReplacedSecrets(ctx, id)).toHaveLength(20);
  });

  it("leaves a replaced secret that can be ended before its time, once, by its own business alone", async () => {
    const { ctx, merchantId } = await member();
    const { ctx: stranger } = await member();
    const { id, key } = await make(ctx);
    const { key: current } = await rotate(ctx, id, 24);
    const [old] = await listReplacedSecrets(ctx, id);
    const secretId = old?.id as string;
    const ofCurrent = await database().sql<[{ id: string }]>`
      select id from restricted_key_secrets where key_id = ${id} and ends_at is null`;
    const refused = { code: "not_found" };
    await expect(endRestrictedSecret(ctx, { secretId: ofCurrent[0].id })).rejects.toMatchObject(refused);
    await expect(endRestrictedSecret(stranger, { secretId })).rejects.toMatchObject(refused);
    await expect(endRestrictedSecret({ ...ctx, environment: "live" }, { secretId })).rejects.toMatchObject(refused);
    expect(await works(key)).toBe(true);
    const codes = await codesOf(times(10, () => endRestrictedSecret(ctx, { secretId })));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect([await works(key), await works(current)]).toEqual([false, true]);
    const ended = (await auditOf(merchantId)).filter(({ action }) => action === "restricted_key.secret_ended");
    expect(ended).toMatchObject([{ target_id: id, after: { last4: key.slice(-4) } }]);
  });
});

describe("ending a restricted key", () => {
  it("stops all of its secrets at once, where it was just used too, and happens once", async () => {
    const { ctx, merchantId, terminalId } = await member();
    const { id, key } = await make(ctx, { terminalId });
    const { key: current } = await rotate(ctx, id, 24);
    const create = (secret: string) => call("create-payment-intent", { amount_usdt: 1 }, { key: secret });
    expect([(await create(key)).status, (await create(current)).status]).toEqual([200, 200]);
    const codes = await codesOf(times(10, () => end(ctx, id)));
    expect(codes.sort()).toEqual(["done", ...times(9, () => "not_found")]);
    expect([(await create(key)).status, (await create(current)).status]).toEqual([401, 401]);
    expect(await listReplacedSecrets(ctx, id)).toEqual([]);
    expect(await listRestrictedKeys(ctx)).toEqual([]);
    expect(await listEndedRestrictedKeys(ctx)).toMatchObject([{ id, state: "ended" }]);
    const ended = (await auditOf(merchantId)).filter(({ action }) => action === "restricted_key.ended");
    expect(ended).toMatchObject([{ target_id: id, before: { name: "Shop plugin", environment: "sandbox" } }]);
    await database().sql`update restricted_keys set ends_at = now() - interval '31 days' where id = ${id}`;
    expect(await listEndedRestrictedKeys(ctx)).toEqual([]);
    expect(await getRestrictedKey(ctx, id)).toMatchObject({ state: "ended" });
  });

  it("during rotations leaves no secret that works, whichever comes first", async () => {
    const { ctx } = await member();
    for (let round = 0; round < 5; round++) {
      const { id, key } = await make(ctx);
      const rotations = times(6, () => rotate(ctx, id, 24).catch(() => null));
      const ending = end(ctx, id);
      const rotated = await Promise.all(rotations);
      await ending;
      const secrets = [key, ...rotated.flatMap((one) => one?.key ?? [])];
      expect(await Promise.all(secrets.map(works))).toEqual(secrets.map(() => false));
    }
  });

  it("comes with the archiving of its terminal, for good", async () => {
    const { ctx, merchantId, terminalId } = await member();
    const [own, all] = [await make(ctx, { terminalId }), await make(ctx)];
    await archiveTerminal(ctx, { terminalId });
    expect([await works(own.key), await works(all.key)]).toEqual([false, true]);
    await database().sql`update terminals set archived_at = null where id = ${terminalId}`;
    expect(await works(own.key)).toBe(false);
    expect((await auditOf(merchantId)).at(-1)).toMatchObject({ after: { keysEnded: 2 } });
  });
});

describe("a restricted key", () => {
  it("loses what its maker's role loses, stops when they leave, and goes on once a colleague has rotated it", async () => {
    const { ctx: owner, ...merchant } = await member();
    const maker = await memberContext(merchant, { role: "manager" });
    const { id, key } = await make(maker, { scopes: ["intents:read", "reports:read"] });
    await demote(owner, maker, "developer");
    expect((await found(key))?.scopes).toEqual(["intents:read"]);
    expect(await getRestrictedKey(owner, id)).toMatchObject({ state: "reduced", missing: ["reports:read"] });
    await removeMember(owner, { userId: maker.actor.userId });
    expect(await works(key)).toBe(false);
    expect(await getRestrictedKey(owner, id)).toMatchObject({ state: "stopped", makerRole: null });
    const { key: next } = await rotate(owner, id);
    expect((await found(next))?.scopes).toEqual(["intents:read", "reports:read"]);
    expect(await getRestrictedKey(owner, id)).toMatchObject({ state: "active", makerRole: "owner" });
  });

  it("of another business or environment isn't listed, shown, rotated or ended", async () => {
    const { ctx } = await member();
    const { ctx: stranger } = await member();
    const { id, key } = await make(ctx);
    for (const other of [stranger, { ...ctx, environment: "live" as const }]) {
      expect(await listRestrictedKeys(other)).toEqual([]);
      expect(await getRestrictedKey(other, id)).toBeNull();
      expect(await listReplacedSecrets(other, id)).toEqual([]);
      expect(await codesOf([rotate(other, id), end(other, id)])).toEqual(["not_found", "not_found"]);
    }
    const cashier = { ...ctx, role: "cashier" as const, terminalIds: [] };
    expect(await listRestrictedKeys(cashier)).toEqual([]);
    expect(await works(key)).toBe(true);
  });

  it("is counted for its maker in the businesses asked for, in both environments, until it ends", async () => {
    const { ctx, merchantId } = await member();
    const { ctx: other, merchantId: otherId } = await member();
    const mine = await make(ctx, { name: "b", scopes: ["events:read"] });
    await make({ ...ctx, environment: "live" }, { name: "A", scopes: ["events:read"] });
    await make(other);
    const names = async (ids: string[], madeBy?: string) =>
      (await listMadeKeys(ctx, ids, madeBy)).map(({ name, environment }) => [name, environment]);
    expect(await names([merchantId])).toEqual([
      ["A", "live"],
      ["b", "sandbox"],
    ]);
    expect(await names([merchantId, otherId], other.actor.userId)).toEqual([["Shop plugin", "sandbox"]]);
    expect(await names([])).toEqual([]);
    await end(ctx, mine.id);
    expect(await names([merchantId])).toEqual([["A", "live"]]);
  });

  it("is named in the audit log where it acted and where it was changed, after its end too", async () => {
    const { ctx, merchantId } = await member();
    const { id } = await make(ctx, { name: "Back office" });
    const actor = { type: "api_key" as const, keyId: id };
    const target = { targetType: "webhook_endpoint" as const, targetId: randomUUID() };
    await database().sql.begin((tx) =>
      recordAudit(tx, { merchantId, actor, action: "webhook_endpoint.created", ...target }),
    );
    await end(ctx, id);
    const { entries } = await listAudit(ctx, {});
    expect(entries.find(({ action }) => action === "webhook_endpoint.created")).toMatchObject({
      actorType: "api_key",
      actorName: "Back office",
      isRestrictedKey: true,
    });
    expect(entries.find(({ action }) => action === "restricted_key.ended")).toMatchObject({
      targetId: id,
      targetName: "Back office",
      targetEnvironment: "sandbox",
      isRestrictedKey: false,
    });
  });

  it("says when and from which address it was last used", async () => {
    const { ctx, terminalId } = await member();
    const { id, key } = await make(ctx, { terminalId });
    await call("create-payment-intent", { amount_usdt: 1 }, { key, address: "2001:db8::9" });
    await flushRequestLog();
    const row = await getRestrictedKey(ctx, id);
    expect(row?.lastUsedAt).toBeInstanceOf(Date);
    expect(row?.lastUsedAddress).toBe("2001:db8::9");
  });
});
