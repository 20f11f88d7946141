import { beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { savePreferences } from "@/lib/delivery/notifications/preferences";
import { deleteView } from "@/lib/payments/lists/delete-view";
import { getListChoice, ListChoice } from "@/lib/payments/lists/list-choice";
import { listViews } from "@/lib/payments/lists/list-views";
import { saveListChoice } from "@/lib/payments/lists/save-list-choice";
import { SaveViewInput, saveView } from "@/lib/payments/lists/save-view";
import { subscribe } from "@/lib/payments/reports/subscribe";
import { removeMember } from "@/lib/people/members/remove";
import { outcome } from "@/tests/support/accounts";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { waitForLocks } from "@/tests/support/locks";
import { memberContext } from "@/tests/support/member-context";

let merchant: MerchantFixture;
let member: MemberContext;

beforeEach(async () => {
  merchant = await createMerchantFixture();
  member = await memberContext(merchant, { role: "viewer" });
});

const save = (ctx: MemberContext, name: string, query: string) => saveView(ctx, SaveViewInput.parse({ name, query }));

describe("saved views", () => {
  it("belong to one person in one business, and replace one of the same name", async () => {
    await save(member, "Open", "status=pending");
    await save(member, " Late ", "flag=late");
    await save(member, "Open", "status=pending&q=web");
    expect(await listViews(member)).toEqual([
      { name: "Late", query: "flag=late" },
      { name: "Open", query: "q=web&status=pending" },
    ]);
    expect(await listViews(await memberContext(merchant))).toEqual([]);
    expect(await listViews({ ...member, merchantId: (await createMerchantFixture()).merchantId })).toEqual([]);
    await deleteView(await memberContext(merchant), { name: "Open" });
    await deleteView(member, { name: "Late" });
    expect((await listViews(member)).map(({ name }) => name)).toEqual(["Open"]);
  });

  it("hold the filter alone, and nothing without one", () => {
    const query = "?before=2026-03-01T00:00:00.000000Z_x&status=paid&flag=&status=expired&q=+web+&evil=1";
    expect(SaveViewInput.parse({ name: "x", query }).query).toBe("q=web&status=expired&status=paid");
    const saved = SaveViewInput.safeParse({ name: " ", query: "page=2" });
    expect(saved.error?.issues.map(({ path }) => path.join())).toEqual(["name", "query"]);
  });

  it("are at most twenty, even when two are saved at once", async () => {
    for (let n = 0; n < 19; n++) await save(member, `View ${n}`, "status=paid");
    const both = await Promise.allSettled([save(member, "a", "flag=late"), save(member, "b", "flag=late")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await save(member, "View 3", "status=pending");
    expect(await listViews(member)).toHaveLength(20);
  });

  it("end with the membership, and so does the set-up of the list", async () => {
    await save(member, "Open", "status=pending");
    await saveListChoice(member, { columns: ["id"], compact: true });
    await removeMember(await memberContext(merchant), { userId: member.actor.userId });
    const { sql } = database();
    const userId = member.actor.userId;
    expect(await sql`select name from payment_views where user_id = ${userId}`).toHaveLength(0);
    expect(await sql`select columns from payment_list_choices where user_id = ${userId}`).toHaveLength(0);
  });
});

it("what a member saves while they are removed is refused", async () => {
  const owner = await memberContext(merchant);
  const { sql } = database();
  const mail = { ...member.settings, mail: {} } as MemberContext["settings"];
  const running = await sql.begin(async (tx) => {
    const { userId } = member.actor;
    await tx`select from memberships where merchant_id = ${merchant.merchantId} and user_id = ${userId} for update`;
    const removing = outcome(removeMember(owner, { userId }));
    await waitForLocks(1);
    const saving = [
      save(member, "Open", "status=pending"),
      saveListChoice(member, { columns: ["id"], compact: true }),
      savePreferences(member, { kinds: [], payments: "each", byEmail: true, quiet: null }),
      subscribe({ ...member, settings: mail }, { frequency: "daily" }),
    ].map(outcome);
    await waitForLocks(1 + saving.length);
    return [removing, ...saving];
  });
  expect(await Promise.all(running)).toEqual(["done", ...Array(4).fill("not_found")]);
});

describe("the set-up of the list", () => {
  it("is kept for one person in one business, in the order of the columns", async () => {
    expect(await getListChoice(member)).toEqual({ columns: ["terminal", "id", "when"], compact: false });
    await saveListChoice(member, ListChoice.parse({ columns: ["received", "terminal"], compact: true }));
    await saveListChoice(member, ListChoice.parse({ columns: ["ended", "terminal", "terminal"], compact: true }));
    expect(await getListChoice(member)).toEqual({ columns: ["terminal", "ended"], compact: true });
    expect(await getListChoice(await memberContext(merchant))).toMatchObject({ compact: false });
  });

  it("takes no column that there isn't, in the database either", async () => {
    expect(ListChoice.safeParse({ columns: ["secret"], compact: true }).success).toBe(false);
    const unknown = database().sql`
      insert into payment_list_choices (merchant_id, user_id, columns, is_compact)
      values (${merchant.merchantId}, ${member.actor.userId}, array['secret'], true)`;
    await expect(unknown).rejects.toThrow("payment_list_choices_columns");
  });
});
