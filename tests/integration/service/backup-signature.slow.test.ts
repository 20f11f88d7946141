import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readManifest } from "@/lib/service/backup/manifest";
import { restoreBackup } from "@/lib/service/backup/restore";
import { signatureFile } from "@/lib/service/backup/signature";
import { verifyBackup } from "@/lib/service/backup/verify";
import { writeBackup } from "@/lib/service/backup/write";
import type { BareCommand } from "@/scripts/admin/command";
import { COMMANDS } from "@/scripts/admin/commands";
import {
  changeManifest,
  ctx,
  editManifest,
  editRows,
  emptyDatabase,
  migrations,
  newFolder,
  removeSignature,
  rowsOf,
  sharedBackup,
} from "@/tests/support/backups";
import { newEncryptionKey, restartWith } from "@/tests/support/encryption-keys";
import { createMerchantFixture } from "@/tests/support/fixtures";

/** Who may change a backup's files can't make the service restore what it never held. */

// the commands say there which table they are at
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());

const PASSPHRASE = "a long passphrase";

/** With the encryption key. */
const write = (to: string) =>
  writeBackup(ctx(), { to, withKey: { key: process.env.ENCRYPTION_KEY as string, passphrase: PASSPHRASE } });

const earlier = sharedBackup(write);
const backup = sharedBackup(async (to) => {
  await earlier.get();
  await createMerchantFixture();
  return write(to);
});

/** What the check of a backup and a restore say, which open no database before. */
async function refusalsOf(from: string, more: { unsigned?: boolean } = {}): Promise<string[]> {
  const opened: string[] = [];
  const open = async () => {
    opened.push("opened");
    return "";
  };
  const said = [
    await verifyBackup({ from, migrations, ...more }).catch((error) => error.message),
    await restoreBackup(open, { from, migrations, ...more }).catch((error) => error.message),
  ];
  return [...new Set(said), ...opened];
}

const replaceFile = (from: string, to: string, name: string) =>
  fs.copyFileSync(path.join(from, name), path.join(to, name));

describe("a backup that was changed is refused by its check and by a restore, before a database is opened:", () => {
  const UNFIT = "The backup was changed after it was made: its signature doesn't fit its manifest.";
  const tampered: [name: string, tamper: (folder: string, other: string) => void, says: string | RegExp][] = [
    ["rows", (folder) => editRows(folder, "merchants", (rows) => [...rows.slice(1), ...rows.slice(0, 1)]), UNFIT],
    ["rows removed", (folder) => editRows(folder, "audit_log", () => []), UNFIT],
    [
      "a table left out",
      (folder) => {
        editManifest(folder, ({ tables }) => ({ tables: tables.filter(({ name }) => name !== "audit_log") }));
        fs.rmSync(path.join(folder, "audit_log.copy.gz"));
      },
      UNFIT,
    ],
    ["another moment", (folder) => editManifest(folder, () => ({ at: "2026-01-01T00:00:00.000Z" })), UNFIT],
    ["no key needed", (folder) => editManifest(folder, () => ({ encryptionKeyIds: [] })), UNFIT],
    ["a space in the manifest", (folder) => fs.appendFileSync(path.join(folder, "manifest.json"), " "), UNFIT],
    ["another's signature", (folder, other) => replaceFile(other, folder, "manifest.hmac"), UNFIT],
    ["another's manifest", (folder, other) => replaceFile(other, folder, "manifest.json"), UNFIT],
    ["an empty signature", (folder) => fs.truncateSync(signatureFile(folder)), UNFIT],
    ["a cut-off signature", (folder) => fs.truncateSync(signatureFile(folder), 32), UNFIT],
    ["the signature taken for none", (folder) => editManifest(folder, () => ({ signingKeyId: undefined })), UNFIT],
    [
      "another's manifest and signature",
      (folder, other) => ["manifest.json", "manifest.hmac"].map((name) => replaceFile(other, folder, name)),
      /holds the backup of another moment/,
    ],
    [
      "rows of another backup",
      (folder, other) => replaceFile(other, folder, "audit_log.copy.gz"),
      "The backup is damaged: audit_log.copy.gz is not the file that was written.",
    ],
    [
      "the key of another backup",
      (folder, other) => replaceFile(other, folder, "encryption-key.json"),
      "The backup is damaged: encryption-key.json is not the file that was written.",
    ],
    [
      "its key removed",
      (folder) => fs.rmSync(path.join(folder, "encryption-key.json")),
      "The backup is damaged: encryption-key.json can't be read.",
    ],
    [
      "the signature removed",
      (folder) => fs.rmSync(signatureFile(folder)),
      "The backup is damaged: manifest.hmac, its signature, is missing.",
    ],
  ];

  it.each(tampered)("%s", async (_, tamper, says) => {
    const folder = await backup.copy();
    tamper(folder, (await earlier.get()).folder);
    const refusals = await refusalsOf(folder);
    expect(refusals).toEqual([typeof says === "string" ? says : expect.stringMatching(says)]);
    // the flag is for what has no signature, not for a wrong one
    expect(await refusalsOf(folder, { unsigned: true })).toEqual(refusals);
  });

  it("signed with a key that isn't this installation's", async () => {
    const own = process.env.ENCRYPTION_KEY as string;
    const folder = await backup.copy();
    restartWith(newEncryptionKey());
    onTestFinished(() => restartWith(own));
    const { signingKeyId } = readManifest(folder);
    expect(await refusalsOf(folder)).toEqual([
      expect.stringContaining(
        `The ENCRYPTION_KEY given here is another. The backup is signed with key ${signingKeyId}.`,
      ),
    ]);
    changeManifest(folder, () => ({}));
    expect(await refusalsOf(folder)).toHaveLength(1);
  });
});

describe("a backup of a version before signatures", () => {
  it("is restored only with the flag that says so", async () => {
    const folder = await backup.copy();
    removeSignature(folder);
    expect(await refusalsOf(folder)).toEqual([expect.stringMatching(/isn't signed, .* add --unsigned\.$/)]);
    const target = await emptyDatabase();
    expect((await restoreBackup(target.url, { from: folder, migrations, unsigned: true })).rows).toBeGreaterThan(0);
  });

  it.each([
    ["a table", /lacks audit_log/, (name: string) => name !== "audit_log"],
    ["two tables", /lacks audit_log, refunds/, (name: string) => !["audit_log", "refunds"].includes(name)],
  ])("needs %s that it leaves out, and leaves the database empty", async (_, says, isKept) => {
    const folder = await backup.copy();
    removeSignature(folder);
    editManifest(folder, ({ tables }) => ({ tables: tables.filter(({ name }) => isKept(name)) }));
    const target = await emptyDatabase();
    await expect(restoreBackup(target.url, { from: folder, migrations, unsigned: true })).rejects.toThrow(says);
    expect(await rowsOf(target.sql)).toEqual({});
  });

  it("needs every column, and holds no table twice or unknown", async () => {
    const folder = await backup.copy();
    removeSignature(folder);
    const { tables } = readManifest(folder);
    const restoring = async (changed: typeof tables) => {
      editManifest(folder, () => ({ tables: changed }));
      const { url } = await emptyDatabase();
      return restoreBackup(url, { from: folder, migrations, unsigned: true });
    };
    const withoutEnd = tables.map((one) =>
      one.name === "user_sessions" ? { ...one, columns: one.columns.filter((column) => column !== "revoked_at") } : one,
    );
    await expect(restoring(withoutEnd)).rejects.toThrow("it lacks user_sessions, or columns of it");
    await expect(restoring([...tables, ...tables.slice(0, 1)])).rejects.toThrow("holds tables that its version");
    const unknown = { ...tables[0], name: "mine" } as (typeof tables)[0];
    await expect(restoring([...tables, unknown])).rejects.toThrow("holds tables that its version");
  });
});

describe("the key that a backup was signed with", () => {
  const options = (from: string, more: object = {}) => ({ from, unsigned: false, ...more });
  const run = (name: string, given: object) =>
    (COMMANDS[name] as BareCommand).runBare(".", given as Record<string, unknown>, new AbortController().signal);

  it("may be an old one, or come from the backup with its passphrase", async () => {
    const own = process.env.ENCRYPTION_KEY as string;
    const folder = await backup.copy();
    restartWith(newEncryptionKey(), own);
    onTestFinished(() => restartWith(own));
    const target = await emptyDatabase();
    expect((await restoreBackup(target.url, { from: folder, migrations })).rows).toBeGreaterThan(0);
    restartWith(newEncryptionKey());
    const broughtKey = own;
    const another = await emptyDatabase();
    expect((await restoreBackup(another.url, { from: folder, migrations, broughtKey })).rows).toBeGreaterThan(0);
  });

  it("is needed to check it, and the passphrase is enough", async () => {
    const own = process.env.ENCRYPTION_KEY as string;
    const folder = await backup.copy();
    restartWith(newEncryptionKey());
    onTestFinished(() => restartWith(own));
    await expect(run("verify-backup", options(folder))).rejects.toThrow("The ENCRYPTION_KEY given here is another.");
    const file = path.join(newFolder(), "passphrase");
    fs.writeFileSync(file, `${PASSPHRASE}\n`);
    const { signingKeyId } = readManifest(folder);
    const checked = await run("verify-backup", options(folder, { "passphrase-file": file }));
    expect(checked).toMatchObject({ verified: true, signed_with: signingKeyId });
  });

  it("may be lost, if no secret needs it, with the flag that says so", async () => {
    const own = process.env.ENCRYPTION_KEY as string;
    const folder = await backup.copy();
    changeManifest(folder, () => ({ encryptionKeyIds: [] }));
    restartWith(newEncryptionKey());
    onTestFinished(() => restartWith(own));
    expect(await refusalsOf(folder)).toEqual([expect.stringContaining("If that key is lost, add --unsigned")]);
    const target = await emptyDatabase();
    expect((await restoreBackup(target.url, { from: folder, migrations, unsigned: true })).rows).toBeGreaterThan(0);
  });
});
