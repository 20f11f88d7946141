import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publicContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import { addMerchant, mayAddMerchant } from "@/lib/business/merchants/add";
import { createMerchant } from "@/lib/business/merchants/create";
import { findFirstSteps } from "@/lib/business/merchants/find-first-steps";
import { SignUpInput, signUp } from "@/lib/business/merchants/sign-up";
import { signUpMode } from "@/lib/people/accounts/sign-up-mode";
import { signIn } from "@/lib/people/sign-in/sign-in";
import {
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  renewed,
  securityLogOf,
  stranger,
  withSettings,
} from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

let racers: Database;

beforeAll(() => {
  racers = openDatabase(process.env.DATABASE_URL as string, { pool: 20 });
});

afterAll(() => racers.close());

const form = (given: Partial<SignUpInput> = {}): SignUpInput => ({
  shop: "Corner Bookshop",
  email: `${randomUUID()}@example.com`,
  password: PASSWORD,
  timeZone: "Europe/Lisbon",
  ...given,
});

describe("signing up", () => {
  it("with SIGNUP=auto, one of twenty simultaneous first sign-ups wins, and sign-up closes", async () => {
    expect(await signUpMode(stranger())).toBe("open");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => outcome(signUp(publicContext(racers), form(), LAPTOP))),
    );
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "sign_up_closed"]));
    expect(await signUpMode(stranger())).toBe("invite");
    const left = await database().sql`select email from users`;
    expect(left).toHaveLength(1);
  });

  it("creates an account that owns a merchant without a terminal, and records it in both logs", async () => {
    const wanted = form();
    const { merchantId } = await withSettings({ SIGNUP: "open" }, () => signUp(stranger(), wanted, LAPTOP));
    const [made] = await database().sql`
      select m.name, m.time_zone, s.role, s.terminal_ids, u.id as user_id, u.email,
             (select count(*)::int from terminals t where t.merchant_id = m.id) as terminals
        from merchants m join memberships s on s.merchant_id = m.id join users u on u.id = s.user_id where m.id = ${merchantId}`;
    expect(made).toMatchObject({
      name: "Corner Bookshop",
      time_zone: "Europe/Lisbon",
      role: "owner",
      terminal_ids: null,
      email: wanted.email,
      terminals: 0,
    });
    expect(await auditOf(merchantId)).toMatchObject([
      { action: "merchant.created", actor_type: "user", address: LAPTOP.address },
    ]);
    expect(await securityLogOf(made?.user_id)).toEqual(["account.created"]);
    await expect(signIn(stranger(), { ...wanted, code: "" }, LAPTOP)).resolves.toMatchObject({ userId: made?.user_id });
  });

  it("where it is closed, answers the same for an email with and without an account", async () => {
    const { email } = await newPerson();
    for (const SIGNUP of ["auto", "invite", "closed"]) {
      await withSettings({ SIGNUP }, async () => {
        const refusals = await Promise.all(
          [email, "nobody@example.com"].map((each) =>
            signUp(stranger(), form({ email: each }), LAPTOP).catch((e) => e),
          ),
        );
        expect(refusals[0]).toMatchObject({ code: "sign_up_closed" });
        expect(refusals[1]).toEqual(refusals[0]);
      });
    }
  });

  it("where it is open, refuses a taken email in any case at its field and changes nothing", async () => {
    const { email, id } = await newPerson();
    await withSettings({ SIGNUP: "open" }, async () => {
      const refusal = await signUp(
        stranger(),
        form({ email: email.toUpperCase(), password: "another fine phrase" }),
        LAPTOP,
      ).catch((error) => error);
      expect(refusal).toMatchObject({ code: "conflict", extra: { field: "email" } });
    });
    expect(await securityLogOf(id)).toEqual([]);
    await expect(deviceOf({ id, email })).resolves.toBeTruthy();
  });

  it("twenty times at once with one email creates one account and one merchant", async () => {
    const wanted = form({ shop: randomUUID() });
    const outcomes = await withSettings({ SIGNUP: "open" }, () =>
      Promise.all(Array.from({ length: 20 }, () => outcome(signUp(publicContext(racers), wanted, LAPTOP)))),
    );
    expect(outcomes.filter((code) => code === "done")).toHaveLength(1);
    expect(await database().sql`select id from merchants where name = ${wanted.shop}`).toHaveLength(1);
  });

  it.each([
    [{ password: "too short" }, /too short.*10 characters/],
    [{ password: "Password 1234" }, /too common/],
    [{ password: "aaaaaaaaaaaa" }, /too common/],
    [{ password: "3456789:;<=>" }, /too common/],
    [{ email: "not an address" }, /valid email address.*name@shop\.example/],
    [{ shop: "  " }, /Enter the name of your business/],
    [{ timeZone: "+02:00" }, /Choose a time zone.*Europe\/Lisbon/],
  ])("%j is refused with a message that says what is allowed", (wrong, sentence) => {
    const parsed = SignUpInput.safeParse(form(wrong));
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([expect.stringMatching(sentence)]);
  });

  it("treats both Unicode forms of an accented password as the same", async () => {
    const wanted = form({ password: "cafe\u0301 au lait" });
    await withSettings({ SIGNUP: "open" }, () => signUp(stranger(), wanted, LAPTOP));
    const other = { email: wanted.email, password: "caf\u00e9 au lait", code: "" };
    await expect(signIn(stranger(), other, LAPTOP)).resolves.toBeTruthy();
  });
});

describe("a further merchant", () => {
  it("may be added by owners where sign-up is closed, and by everyone where it is open", async () => {
    const owner = await newPerson();
    const asOwner = await deviceOf(owner);
    const employee = await deviceOf(await newPerson());
    const { merchantId } = await createMerchantFixture();
    await database().sql`
      insert into memberships (merchant_id, user_id, role)
      values (${merchantId}, ${owner.id}, 'owner'), (${merchantId}, ${employee.actor.userId}, 'manager')`;
    const second = { name: "Second Bookshop", timeZone: "UTC" };
    expect([await mayAddMerchant(asOwner), await mayAddMerchant(employee)]).toEqual([true, false]);
    const made = await addMerchant(asOwner, second);
    expect(await outcome(addMerchant(employee, second))).toBe("sign_up_closed");
    expect(await auditOf(made.merchantId)).toMatchObject([
      { action: "merchant.created", after: { owner: owner.email } },
    ]);
    await withSettings({ SIGNUP: "open" }, async () => {
      expect(await mayAddMerchant(renewed(employee))).toBe(true);
      expect(await outcome(addMerchant(renewed(employee), second))).toBe("done");
    });
  });

  it("created by the operator's command is created completely or not at all", async () => {
    const { email } = await newPerson();
    const wanted = { name: "Corner Shop", email, password: PASSWORD, terminal: "Till 1" };
    const before = await database().sql`select id from merchants`;
    expect(await outcome(createMerchant(stranger(), wanted))).toBe("invalid_request");
    expect(await database().sql`select id from merchants`).toHaveLength(before.length);
  });
});

describe("the first steps of a merchant", () => {
  it("are its own: no terminal, a terminal, a payment created there", async () => {
    const merchant = await createMerchantFixture();
    const owner = await memberContext(merchant);
    const { merchantId } = await withSettings({ SIGNUP: "open" }, () => signUp(stranger(), form(), LAPTOP));
    const newcomer = await memberContext({ merchantId });
    expect(await findFirstSteps(newcomer)).toEqual({ terminal: null, intent: null });
    expect(await findFirstSteps(owner)).toEqual({
      terminal: { id: merchant.terminalId, name: "Front desk", hasKey: true },
      intent: null,
    });
    const { json } = await call("create-payment-intent", { amount_usdt: 12.5 }, { key: merchant.keys.sandbox });
    expect((await findFirstSteps(owner)).intent).toEqual({ id: json.intent.id, amount: "12.50", status: "pending" });
    expect((await findFirstSteps({ ...owner, environment: "live" })).intent).toBeNull();
    expect(await findFirstSteps(newcomer)).toEqual({ terminal: null, intent: null });
  });
});
