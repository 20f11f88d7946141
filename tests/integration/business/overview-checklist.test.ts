import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { dismissChecklist } from "@/lib/business/merchants/dismiss-notice";
import { findSetup, type SetupStep } from "@/lib/business/merchants/find-setup";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";

it("each step is done by what the business has, and by nothing of another one", async () => {
  const merchant = await createMerchantFixture();
  const other = await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
  await makePayments(other, [
    { status: "paid", environment: "sandbox" },
    { status: "paid", environment: "live" },
  ]);
  const { sql } = database();
  const [owner] = await sql<
    [{ id: string }]
  >`select user_id as id from memberships where merchant_id = ${merchant.merchantId}`;
  const member = await memberContext(other);
  const ctx = { ...member, merchantId: merchant.merchantId, actor: { ...member.actor, userId: owner.id } };
  const done = async () => {
    const { isDone } = (await findSetup(ctx)) ?? { isDone: {} };
    return Object.entries(isDone).flatMap(([step, isIt]) => (isIt ? [step as SetupStep] : []));
  };
  expect(await done()).toEqual(["terminal"]);
  const { merchantId, terminalId } = merchant;
  await sql`update terminals set archived_at = now() where id = ${terminalId}`;
  expect(await done()).toEqual([]);
  await sql`update terminals set archived_at = null where id = ${terminalId}`;

  await makePayments(merchant, [{ environment: "live", status: "expired" }]);
  expect(await done()).toEqual(["terminal"]);
  await makePayments(merchant, [{ environment: "sandbox" }]);
  expect(await done()).toEqual(["terminal", "payment"]);
  await sql`
    insert into invitations (merchant_id, role, token_hash, invited_by, expires_at)
    values (${merchantId}, 'viewer', ${merchantId}, ${owner.id}, now() - interval '1 second')`;
  expect(await done()).toEqual(["terminal", "payment"]);
  await sql`update invitations set expires_at = now() + interval '1 day' where merchant_id = ${merchantId}`;
  expect(await done()).toEqual(["terminal", "payment", "team"]);
  await sql`insert into receiving_wallets (merchant_id, kind) values (${merchantId}, 'list')`;
  expect(await done()).toEqual(["terminal", "payment", "team", "wallet"]);
  await sql`
    insert into api_keys (merchant_id, terminal_id, environment, key_hash, last4)
    values (${merchantId}, ${terminalId}, 'live', sha256(${merchantId}::text::bytea), 'abcd')`;
  expect(await done()).toEqual(["terminal", "payment", "team", "wallet", "liveKey"]);
  await makePayments(merchant, [{ environment: "live", status: "paid" }]);
  expect(await done()).toEqual(["terminal", "payment", "team", "wallet", "liveKey", "livePayment"]);
});

it("an endpoint and a colleague are steps too", async () => {
  const merchant = await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
  const ctx = await memberContext(merchant, { role: "viewer" });
  expect(await findSetup(ctx)).toMatchObject({ isDone: { webhook: true, team: true, wallet: false } });
});

it("a dismissed checklist stays away for the whole team, in both environments, and nowhere else", async () => {
  const merchant = await createMerchantFixture();
  const [ctx, live] = [await memberContext(merchant), await memberContext(merchant, { environment: "live" })];
  const foreign = await memberContext(await createMerchantFixture());
  await Promise.all([dismissChecklist(ctx), dismissChecklist(live)]);
  expect(await findSetup(ctx)).toBeNull();
  expect(await findSetup(live)).toBeNull();
  expect(await findSetup(foreign)).not.toBeNull();
  const log = await auditOf(merchant.merchantId);
  expect(log.at(-1)).toMatchObject({
    action: "merchant.checklist_dismissed",
    actor_type: "user",
    target_id: merchant.merchantId,
    after: null,
  });
});
