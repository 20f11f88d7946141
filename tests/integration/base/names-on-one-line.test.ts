import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { earlierDatabase } from "@/tests/support/earlier-database";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** Names that were stored before they had to be one line, and those that an earlier version still writes. */

const EVIL = "Corner\r\n\r\n Shop\u2028\u202e(evil)\u202c\t\u0085";
const CLEAN = "Corner Shop (evil)";
const TABLES = ["merchants", "terminals", "users", "passkeys", "device_links", "payment_views"];

describe("a stored name", () => {
  it.each(TABLES)("of %s is one line, whoever writes it", async (table) => {
    const { sql } = database();
    const merchant = await createMerchantFixture();
    const { actor } = await memberContext(merchant);
    const insert = {
      merchants: () => sql`insert into merchants (name) values (${EVIL}) returning name`,
      terminals: () =>
        sql`insert into terminals (merchant_id, name) values (${merchant.merchantId}, ${EVIL}) returning name`,
      users: () =>
        sql`insert into users (email, name, password_hash) values (${randomUUID()}, ${EVIL}, 'x') returning name`,
      passkeys: () => sql`
        insert into passkeys (user_id, name, credential_id, public_key, counter)
        values (${actor.userId}, ${EVIL}, ${randomUUID()}, 'x', 0) returning name`,
      device_links: () => sql`
        insert into device_links (merchant_id, terminal_id, environment, name, token_hash, created_by, expires_at)
        values (${merchant.merchantId}, ${merchant.terminalId}, 'sandbox', ${EVIL}, ${Buffer.alloc(32, randomUUID())},
                ${actor.userId}, now()) returning name`,
      payment_views: () => sql`
        insert into payment_views (merchant_id, user_id, name, query)
        values (${merchant.merchantId}, ${actor.userId}, ${EVIL}, 'q=1') returning name`,
    }[table];
    expect(await insert?.()).toEqual([{ name: CLEAN }]);
  });

  it("stays as it is if it is one already, with the joiners of its script and its spaces", async () => {
    const { sql } = database();
    for (const name of ["می\u200cخواهم", "👩\u200d🍳  Bakery", "東京", "a\u00a0b"]) {
      expect(await sql`insert into merchants (name) values (${name}) returning name`).toEqual([{ name }]);
    }
    await expect(sql`insert into merchants (name) values ('')`).rejects.toMatchObject({ code: "23514" });
  });

  it("of nothing visible is called something, and a person without a name has none", async () => {
    const { sql } = database();
    expect(await sql`insert into merchants (name) values (${"\u202e\n"}) returning name`).toEqual([
      { name: "Unnamed" },
    ]);
    const user = sql`insert into users (email, name, password_hash) values (${randomUUID()}, ${"\u202e"}, 'x') returning name`;
    expect(await user).toEqual([{ name: "" }]);
  });
});

it("an upgrade writes names of before on one line, and keeps views apart that differed by what is invisible", async () => {
  const { sql, upgrade } = await earlierDatabase();
  const [merchant] = await sql`insert into merchants (name) values (${EVIL}) returning id`;
  const [user] =
    await sql`insert into users (email, name, password_hash) values ('a@b.example', ${EVIL}, 'x') returning id`;
  await sql`insert into memberships (merchant_id, user_id, role) values (${merchant?.id}, ${user?.id}, 'owner')`;
  await sql`insert into terminals (merchant_id, name) values (${merchant?.id}, ${EVIL}), (${merchant?.id}, ${"\u200f"})`;
  for (const name of ["Paid", "Paid\u200e", "\u200ePaid", "Late\n", "Other"]) {
    await sql`insert into payment_views (merchant_id, user_id, name, query) values (${merchant?.id}, ${user?.id}, ${name}, ${name})`;
  }
  await upgrade();
  expect(await sql`select name from merchants`).toEqual([{ name: CLEAN }]);
  expect(await sql`select name from users`).toEqual([{ name: CLEAN }]);
  expect(await sql`select name from terminals order by name`).toEqual([{ name: CLEAN }, { name: "Unnamed" }]);
  const views = await sql`select name, query from payment_views order by query`;
  expect(views.map(({ name }) => name)).toEqual([
    "Late",
    "Other",
    "Paid",
    expect.stringMatching(/^Paid [0-9a-f]{6}$/),
    expect.stringMatching(/^Paid [0-9a-f]{6}$/),
  ]);
  expect(new Set(views.map(({ name }) => name)).size).toBe(5);
});
