import fs from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database, openDatabase } from "@/lib/base/db/client";
import { backupAge } from "@/lib/service/backup/age";
import { readKeyFile } from "@/lib/service/backup/key-file";
import { readManifest } from "@/lib/service/backup/manifest";
import { recordBackup } from "@/lib/service/backup/record";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { collectMetrics } from "@/lib/service/jobs/collect-metrics";
import { findProblems } from "@/lib/service/jobs/find-problems";
import { readHealth } from "@/lib/service/jobs/service-health";
import { withSettings } from "@/tests/support/accounts";
import {
  changeManifest,
  contentsOf,
  ctx,
  emptyDatabase,
  migrations,
  newFolder,
  sharedBackup,
} from "@/tests/support/backups";
import { newEncryptionKey, restartWith } from "@/tests/support/encryption-keys";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { becomeOrdinaryAccount } from "@/tests/support/ordinary-account";

/** What is kept of backups, and with them: older ones, the encryption key, and how old the last one is. */

describe("the backups that are removed", () => {
  const make = async (to: string, keep?: number) => {
    const { folder, removed } = await writeBackup(ctx(), { to, keep });
    return { folder, name: path.basename(folder), removed };
  };

  it("are none of a later moment than the one just made, as after the clock was set back", async () => {
    const to = newFolder();
    const { folder } = await make(to);
    const later = path.join(to, "till-backup-2999-01-01T00-00-00.000Z");
    fs.renameSync(folder, later);
    changeManifest(later, () => ({ at: "2999-01-01T00:00:00.000Z" }));
    const latest = await make(to, 1);
    expect(latest.removed).toEqual([]);
    expect(contentsOf(to)).toEqual([latest.name, path.basename(later)]);
  });

  it("are none that another run made meanwhile, and the next run removes both", async () => {
    const to = newFolder();
    const before = await make(to);
    const meanwhile: (typeof before)[] = [];
    const first = await writeBackup(ctx(), {
      to,
      keep: 1,
      onTable: async () => {
        if (meanwhile.length === 0) meanwhile.push(await make(to, 1));
      },
    });
    const names = [path.basename(first.folder), ...meanwhile.map(({ name }) => name)];
    expect([...meanwhile.map(({ removed }) => removed), first.removed]).toEqual([[before.name], []]);
    expect(contentsOf(to)).toEqual(names);
    expect((await make(to, 1)).removed.sort()).toEqual(names);
  });

  it("are none of another installation, which aren't counted either", async () => {
    const to = newFolder();
    const other = await make(to);
    changeManifest(other.folder, () => ({ installation: crypto.randomUUID() }));
    const first = await make(to, 2);
    const second = await make(to, 2);
    expect([first.removed, second.removed]).toEqual([[], []]);
    const third = await make(to, 2);
    expect(third.removed).toEqual([first.name]);
    expect(contentsOf(to)).toEqual([other.name, second.name, third.name]);
  });

  it("are none that don't say whose they are, and none that can't be read", async () => {
    const to = newFolder();
    const earlier = await make(to);
    changeManifest(earlier.folder, () => ({ installation: undefined }));
    const damaged = await make(to);
    fs.truncateSync(path.join(damaged.folder, "manifest.json"), 10);
    const latest = await make(to, 1);
    expect(latest.removed).toEqual([]);
    expect(contentsOf(to)).toEqual([earlier.name, damaged.name, latest.name]);
    const target = await emptyDatabase();
    expect((await restoreBackup(target.url, { from: earlier.folder, migrations })).rows).toBeGreaterThan(0);
  });

  it("lose their names first, and what an interrupted removal has left is removed later", async () => {
    const to = newFolder();
    fs.chmodSync(to, 0o777);
    becomeOrdinaryAccount();
    const older = await make(to);
    const locked = path.join(older.folder, "locked");
    fs.mkdirSync(path.join(locked, "within"), { recursive: true });
    fs.chmodSync(locked, 0o500);
    await expect(make(to, 1)).rejects.toThrow(/EACCES/);
    const [leftover = "", latest = ""] = contentsOf(to);
    expect([leftover, latest]).toEqual([expect.stringMatching(/^\d{13}-\d+\.unfinished$/), expect.any(String)]);
    expect(readManifest(path.join(to, latest)).tables).not.toEqual([]);
    const abandoned = `${Date.now() - 2 * 86_400_000}-1.unfinished`;
    fs.renameSync(path.join(to, leftover), path.join(to, abandoned));
    expect((await writeBackup(ctx(), { to })).stuck).toEqual([abandoned]);
    fs.chmodSync(path.join(to, abandoned, "locked"), 0o700);
    expect((await writeBackup(ctx(), { to })).stuck).toEqual([]);
    expect(contentsOf(to)).not.toContain(abandoned);
  });

  it("are those of the installation from which this one was restored", async () => {
    const to = newFolder();
    const before = await make(to);
    const target = await emptyDatabase();
    await restoreBackup(target.url, { from: before.folder, migrations });
    const db = openDatabase(target.url, { pool: 2 });
    onTestFinished(() => db.close());
    const { removed } = await writeBackup({ ...ctx(), db }, { to, keep: 1 });
    expect(removed).toEqual([before.name]);
  });
});

describe("the encryption key in a backup", () => {
  const PASSPHRASE = "a long passphrase é";
  const withKey = () => ({ key: process.env.ENCRYPTION_KEY as string, passphrase: PASSPHRASE });
  const backup = sharedBackup((to) => writeBackup(ctx(), { to, withKey: withKey() }));

  it("opens with the passphrase alone, and no file of the backup shows it", async () => {
    const { folder } = await backup.get();
    const key = process.env.ENCRYPTION_KEY as string;
    expect(readKeyFile(folder, PASSPHRASE)).toBe(key);
    // as another keyboard may compose it
    expect(readKeyFile(folder, PASSPHRASE.normalize("NFD"))).toBe(key);
    expect(() => readKeyFile(folder, "another passphrase")).toThrow("The passphrase does not open");
    const texts = contentsOf(folder).map((name) => {
      const bytes = fs.readFileSync(path.join(folder, name));
      return String(name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    });
    for (const text of texts) expect([text.includes(key), text.includes(PASSPHRASE)]).toEqual([false, false]);
    expect(contentsOf((await writeBackup(ctx(), { to: newFolder() })).folder)).not.toContain("encryption-key.json");
  });

  it("that was changed is not used", async () => {
    const folder = await backup.copy();
    const file = path.join(folder, "encryption-key.json");
    const whole = JSON.parse(fs.readFileSync(file, "utf8"));
    const refused = (changed: unknown, sentence: RegExp) => {
      fs.writeFileSync(file, typeof changed === "string" ? changed : JSON.stringify(changed));
      expect(() => readKeyFile(folder, PASSPHRASE)).toThrow(sentence);
    };
    refused({ ...whole, sealed: Buffer.alloc(44).toString("base64") }, /does not open/);
    refused({ ...whole, n: 2 ** 30 }, /damaged/);
    refused({ ...whole, tag: "AAAA" }, /damaged/);
    refused(JSON.stringify(whole).slice(0, 100), /damaged/);
    fs.rmSync(file);
    expect(() => readKeyFile(folder, PASSPHRASE)).toThrow("holds no encryption key");
  });

  it("is not written while secrets need another key too, and nothing is left", async () => {
    await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
    const to = newFolder();
    const key = process.env.ENCRYPTION_KEY as string;
    restartWith(newEncryptionKey(), key);
    onTestFinished(() => restartWith(key));
    await expect(writeBackup(ctx(), { to, withKey: withKey() })).rejects.toThrow(/Run re-encrypt first/);
    expect(contentsOf(to)).toEqual([]);
  });
});

describe("the age of the last backup", () => {
  const health = async () => (await readHealth(systemContext(database(), "test"))).checks.backup;

  it("is the time since the first start while there is none, and too old after BACKUP_MAX_AGE_HOURS", async () => {
    const startedAgo = (hours: number) =>
      database().sql`update merchants set created_at = now() - make_interval(hours => ${hours}) where is_demo`;
    onTestFinished(async () => void (await startedAgo(0)));
    const problem = async () => (await findProblems(ctx())).problems.find(({ kind }) => kind === "backup")?.message;
    expect(await metric("max_age")).toBe(48 * 3_600);
    await startedAgo(47);
    expect([await health(), await problem()]).toEqual([null, undefined]);
    expect(await metric()).toBeGreaterThanOrEqual(47 * 3_600);
    await startedAgo(49);
    expect([await health(), await problem()]).toEqual([false, "No backup was made in the last 49 hours."]);
    expect(await metric()).toBeGreaterThanOrEqual(49 * 3_600);
    await withSettings({ BACKUP_MAX_AGE_HOURS: "0" }, async () => {
      expect([await health(), await problem(), await metric()]).toEqual([null, undefined, -1]);
      expect(await metric("max_age")).toBe(0);
    });
  });

  it("is watched from the first one on", async () => {
    onTestFinished(async () => void (await database().sql`delete from backups`));
    const backup = await writeBackup(ctx(), { to: newFolder() });
    expect(await recordBackup(ctx(), backup)).toBe(true);
    expect(await recordBackup(ctx(), backup)).toBe(true);
    expect(await health()).toBe(true);
    expect(await metric()).toBeLessThan(60);
    await database().sql`update backups set at = at - interval '49 hours'`;
    expect(await health()).toBe(false);
    expect(await metric()).toBeGreaterThan(49 * 3_600 - 60);
    await withSettings({ BACKUP_MAX_AGE_HOURS: "0" }, async () => {
      expect([await health(), await metric()]).toEqual([null, -1]);
    });
  });

  it("is not that of one from the future, made while the clock was ahead", async () => {
    onTestFinished(async () => void (await database().sql`delete from backups`));
    const record = (days: number) => database().sql`
      insert into backups (at, folder, rows, bytes) values (now() + make_interval(days => ${days}), 'x', 1, 1)`;
    await record(365);
    expect([await health(), (await backupAge(ctx())).isMissing]).toEqual([null, true]);
    await record(-3);
    expect(await health()).toBe(false);
    expect(await metric()).toBeGreaterThan(71 * 3_600);
    await record(-1);
    expect(await health()).toBe(true);
  });

  it("can't be stored on a read-only standby, which is no error", async () => {
    const backup = await writeBackup(ctx(), { to: newFolder() });
    const db = openDatabase(`${process.env.DATABASE_URL}?default_transaction_read_only=on`, { pool: 1 });
    onTestFinished(() => db.close());
    expect(await recordBackup(systemContext(db, "admin"), backup)).toBe(false);
  });

  async function metric(name = "age"): Promise<number> {
    const { text } = await collectMetrics(systemContext(database(), "test"));
    return Number(new RegExp(`^till_backup_${name}_seconds (\\S+)$`, "m").exec(text)?.[1]);
  }
});
