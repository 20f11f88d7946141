import { expect, it, onTestFinished } from "vitest";
import { database, openDatabase } from "@/lib/base/db/client";
import { numberEvents } from "@/lib/delivery/feed/number";
import { type FeedPage, selectPage } from "@/lib/delivery/feed/select-page";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { ctx, emptyDatabase, migrations, newFolder } from "@/tests/support/backups";
import { writeEvent } from "@/tests/support/feed";
import { createMerchantFixture } from "@/tests/support/fixtures";

it("after a restore, earlier cursors have expired, and the feed is whole and goes on", async () => {
  const { merchantId } = await createMerchantFixture();
  const { sql } = database();
  const request = {
    merchantId,
    environment: "sandbox",
    terminalId: null,
    after: null,
    types: null,
    limit: 100,
  } as const;
  const idsOf = ({ events }: FeedPage) => events.map(({ id }) => id);
  const ids = [await writeEvent(sql, merchantId), await writeEvent(sql, merchantId)];
  await numberEvents(database());
  const before = await selectPage(database(), request);
  expect(idsOf(before)).toEqual(ids);
  // not numbered in the copy
  ids.push(await writeEvent(sql, merchantId), await writeEvent(sql, merchantId));
  const { folder } = await writeBackup(ctx(), { to: newFolder() });
  ids.push(await writeEvent(sql, merchantId));
  await numberEvents(database());
  const lost = await selectPage(database(), request);

  const target = await emptyDatabase();
  await restoreBackup(target.url, { from: folder, migrations });
  const restored = openDatabase(target.url, { pool: 2 });
  onTestFinished(() => restored.close());
  const kept = [...ids.slice(0, -1), await writeEvent(restored.sql, merchantId)];
  await numberEvents(restored);
  for (const { next } of [before, lost]) {
    await expect(selectPage(restored, { ...request, after: next })).rejects.toMatchObject({ code: "cursor_expired" });
  }
  const page = await selectPage(restored, request);
  expect(idsOf(page)).toEqual(kept);
  const another = await writeEvent(restored.sql, merchantId);
  await numberEvents(restored);
  expect(idsOf(await selectPage(restored, { ...request, after: page.next }))).toEqual([another]);
});
