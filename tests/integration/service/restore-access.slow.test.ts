import { expect, it, onTestFinished } from "vitest";
import { listAccountLog } from "@/lib/base/audit/list-account";
import { publicContext } from "@/lib/base/context/context";
import { database, openDatabase, type Sql } from "@/lib/base/db/client";
import { createDeviceLink } from "@/lib/business/devices/create";
import { findDevice } from "@/lib/business/devices/find";
import { openDeviceLink } from "@/lib/business/devices/open";
import { findAccountLink } from "@/lib/people/accounts/find-link";
import { findSession } from "@/lib/people/accounts/find-session";
import { type BrowserToken, findKnownBrowser, issueBrowserToken } from "@/lib/people/accounts/known-browser";
import { revokeOtherSessions } from "@/lib/people/accounts/revoke-other-sessions";
import { createInvitation } from "@/lib/people/members/create-invitation";
import { findInvitation } from "@/lib/people/members/find-invitation";
import { removeMember } from "@/lib/people/members/remove";
import { revokeInvitation } from "@/lib/people/members/revoke-invitation";
import { storeChallenge, takeChallenge } from "@/lib/people/second-factor/webauthn";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import { endAccess } from "@/lib/service/backup/end-access";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { deviceOf, newPerson, PHONE } from "@/tests/support/accounts";
import { ctx, emptyDatabase, migrations, newFolder } from "@/tests/support/backups";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

/** What was ended after a copy was made works again in it, unless a restore ends it. */

const tokenOf = (link: string) => link.split(/[#/]/).at(-1) as string;

it("what gave access at the time of the copy gives none after a restore, and each end is in a log", async () => {
  const merchant = await createMerchantFixture();
  const owner = await memberContext(merchant);
  const manager = await newPerson();
  await database().sql`
    insert into memberships (merchant_id, user_id, role) values (${merchant.merchantId}, ${manager.id}, 'manager')`;
  const laptop = await deviceOf(manager);
  const phone = await deviceOf(manager, PHONE);
  const browser = (await issueBrowserToken(laptop, laptop.sessionId)) as BrowserToken;
  const device = await createDeviceLink(owner, { terminalId: merchant.terminalId, name: "Tablet" });
  const opened = await openDeviceLink(publicContext(database()), { token: tokenOf(device.link), address: "::1" });
  const unopened = await createDeviceLink(owner, { terminalId: merchant.terminalId, name: "Phone" });
  const invitation = await createInvitation(owner, { email: null, role: "manager", terminalIds: [] });
  const reset = await createResetLink(ctx(), manager.email);
  const challenge = await storeChallenge(ctx(), "challenge", null);

  const { folder } = await writeBackup(ctx(), { to: newFolder() });
  await revokeOtherSessions(laptop);
  await removeMember(owner, { userId: manager.id });
  await revokeInvitation(owner, { invitationId: invitation.id });
  // as a browser that signed in after the copy, and after a change of the password
  await database().sql`update users set session_version = session_version + 1 where id = ${manager.id}`;
  const later = await deviceOf(manager);
  const laterBrowser = (await issueBrowserToken(later, later.sessionId)) as BrowserToken;

  const found = async (restored: ReturnType<typeof publicContext>) => ({
    sessions: await Promise.all([laptop, phone, later].map(({ sessionId }) => findSession(restored, sessionId))),
    browsers: await Promise.all(
      [browser, laterBrowser].map(({ token }) => findKnownBrowser(restored, manager.email, () => token)),
    ),
    device: await findDevice(restored, opened.deviceSecret),
    unopened: await openDeviceLink(restored, { token: tokenOf(unopened.link), address: "::1" }).catch(() => null),
    invitation: await findInvitation(restored, tokenOf(invitation.link)),
    reset: await findAccountLink(restored, "password_reset", tokenOf(reset.link)),
    challenge: await takeChallenge(restored, challenge, null),
  });
  const none = { device: null, unopened: null, invitation: null, reset: null, challenge: null };
  const restore = async (beforeUse?: (sql: Sql) => Promise<void>) => {
    const target = await emptyDatabase();
    await restoreBackup(target.url, { from: folder, migrations, beforeUse });
    const db = openDatabase(target.url, { pool: 2 });
    onTestFinished(() => db.close());
    return publicContext(db);
  };

  const asCopied = await found(await restore());
  expect(asCopied).toMatchObject({
    sessions: [{ userId: manager.id }, { userId: manager.id }, null],
    browsers: [expect.any(String), null],
    device: { deviceId: device.deviceId },
    unopened: { deviceId: unopened.deviceId },
    invitation: { role: "manager" },
    reset: { email: manager.email },
    challenge: "challenge",
  });

  const ended: unknown[] = [];
  const restored = await restore(async (sql) => void ended.push(await endAccess(sql)));
  expect(ended).toEqual([{ sessions: 2, devices: 2, invitations: 1 }]);
  expect(await found(restored)).toEqual({ sessions: [null, null, null], browsers: [null, null], ...none });
  const { entries } = await listAccountLog({ ...laptop, ...restored, actor: laptop.actor }, {});
  expect(entries[0]).toMatchObject({ action: "sessions.ended", by: "operator", after: { devices: 2 } });
  const log = await restored.db.sql`
    select action, target_id from audit_log where merchant_id = ${merchant.merchantId} and actor_type = 'system'
       and action in ('device.revoked', 'invitation.revoked') order by action, before ->> 'name'`;
  expect(log.map((entry) => [entry.action, entry.target_id])).toEqual([
    ["device.revoked", unopened.deviceId],
    ["device.revoked", device.deviceId],
    ["invitation.revoked", invitation.id],
  ]);
  expect(await endAccess(restored.db.sql)).toEqual({ sessions: 0, devices: 0, invitations: 0 });
});
