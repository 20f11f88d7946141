import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startReceiver } from "@/tests/support/receiver";
import { ask, bearer, newDataDir, runAdmin, startService } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

const SECRETS = "secrets.json";

/** The sentence of a command that is refused. */
const refusal = (running: Promise<string>) =>
  running.then(
    () => "",
    (error) => String(error.stderr),
  );

it("a service is backed up while it works, and goes on from the backup in another place", async () => {
  let isAway = false;
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = isAway ? 500 : 200;
    response.end();
  });
  const first = await startService({ hasOwnPostgres: true });
  const merchant = await first.createMerchant(receiver.url);
  const key = bearer(merchant.keys.sandbox);
  const create = async () => {
    const { json } = await ask(first, "/api/v1/create-payment-intent", { amount_usdt: 1 }, key);
    return json.intent.id as string;
  };
  const delivered = await create();
  await waitFor("the first event, recorded", async () => {
    const listed = JSON.parse(await first.admin("list-deliveries", "--endpoint", merchant.webhook_endpoint_id));
    return listed.deliveries[0]?.status === "delivered";
  });
  isAway = true;
  const waiting = await create();
  await waitFor("a failed attempt", () => receiver.requests.length === 2);

  const made = JSON.parse(await first.admin("backup", "--to", path.join(first.dataDir, "copies"), "--keep", "3"));
  expect(made).toMatchObject({
    folder: expect.stringContaining(path.join(first.dataDir, "copies/till-backup-")),
    tables: expect.any(Number),
    rows: expect.any(Number),
    needs_encryption_keys: [expect.stringMatching(/^[0-9a-f]{8}$/)],
    removed: [],
  });
  const afterwards = await create();
  // paid after the copy, and told to the receiver
  await ask(first, "/api/v1/simulate-payment", { id: delivered });
  const successes = () =>
    receiver.requests.filter(({ request }) => request.headers["x-service-event"] === "payment.success");
  await waitFor("the event of the payment", () => successes().length > 0);
  const passphrase = ["--passphrase-file", path.join(first.dataDir, "passphrase")];
  writeFileSync(path.join(first.dataDir, "passphrase"), "short\n");
  const withKey = () => first.admin("backup", "--to", path.join(first.dataDir, "with key"), ...passphrase);
  expect(await refusal(withKey())).toContain("must have at least 12 characters");
  writeFileSync(path.join(first.dataDir, "passphrase"), "a long passphrase é\n");
  const whole = JSON.parse(await withKey());
  expect([made.holds_encryption_key, whole.holds_encryption_key]).toEqual([false, true]);
  const report = await first.admin("doctor").catch((error) => error.stdout);
  expect(report).toMatch(/ok {4}backup\s+the last one is 0\.0 hours old/);
  expect((await ask(first, "/api/health/ready")).json.checks.backup).toBe(true);
  await first.end();

  const dataDir = newDataDir();
  const from = ["--from", made.folder];
  const { ENCRYPTION_KEY } = JSON.parse(readFileSync(path.join(first.dataDir, SECRETS), "utf8"));
  expect(JSON.parse(await runAdmin(dataDir, ["verify-backup", ...from], { ENCRYPTION_KEY }))).toMatchObject({
    verified: true,
    signed_with: made.signed_with,
    at: made.at,
    rows: made.rows,
  });
  expect(await refusal(runAdmin(dataDir, ["verify-backup", ...from]))).toContain("ENCRYPTION_KEY is not set");
  const changed = path.join(first.dataDir, "changed");
  cpSync(made.folder, changed, { recursive: true });
  appendFileSync(path.join(changed, "manifest.json"), " ");
  for (const command of ["verify-backup", "restore"]) {
    const running = runAdmin(dataDir, [command, "--from", changed], { ENCRYPTION_KEY });
    expect(await refusal(running)).toContain("The backup was changed after it was made");
  }
  expect(existsSync(dataDir)).toBe(false);
  expect(await refusal(runAdmin(dataDir, ["restore", ...from]))).toContain("ENCRYPTION_KEY");
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(path.join(first.dataDir, SECRETS), path.join(dataDir, SECRETS));
  expect(JSON.parse(await runAdmin(dataDir, ["restore", ...from]))).toMatchObject({
    restored: true,
    rows: made.rows,
    resting_addresses: 0,
    ended: { sessions: 0, devices: 0, invitations: 0 },
  });
  expect(await refusal(runAdmin(dataDir, ["restore", ...from]))).toContain("not empty");

  const elsewhere = newDataDir();
  const fromWhole = ["--from", whole.folder];
  expect(await refusal(runAdmin(elsewhere, ["restore", ...from, ...passphrase]))).toContain("holds no encryption key");
  expect(await refusal(runAdmin(elsewhere, ["restore", ...fromWhole]))).toContain("give the passphrase");
  expect(JSON.parse(await runAdmin(elsewhere, ["verify-backup", ...fromWhole, ...passphrase])).verified).toBe(true);
  expect(JSON.parse(await runAdmin(elsewhere, ["restore", ...fromWhole, ...passphrase])).restored).toBe(true);
  const secretsIn = (folder: string) => readFileSync(path.join(folder, SECRETS), "utf8");
  expect(secretsIn(elsewhere)).toBe(secretsIn(first.dataDir));
  expect(statSync(path.join(elsewhere, SECRETS)).mode & 0o777).toBe(0o600);

  const seen = receiver.requests.length;
  isAway = false;
  const second = await startService({ dataDir });
  for (const [id, status] of [
    [delivered, 200],
    [waiting, 200],
    [afterwards, 404],
  ] as const) {
    expect([id, (await ask(second, `/api/v1/intent-status?id=${id}`)).status]).toEqual([id, status]);
  }
  // what had arrived before is not sent again, and what waited is
  await waitFor("the event that waited", () => receiver.requests.length > seen);
  const later = receiver.requests.slice(seen).map(({ body }) => JSON.parse(body).intent_id);
  expect(later).toEqual([waiting]);
  const { json } = await ask(second, "/api/v1/create-payment-intent", { amount_usdt: 2 }, key);
  expect(json.success).toBe(true);

  // a payment that is found again is told again under the same ID
  const before = successes().length;
  await ask(second, "/api/v1/simulate-payment", { id: delivered });
  await waitFor("the event of the payment", () => successes().length > before);
  expect(new Set(successes().map(({ request }) => request.headers["x-service-event-id"])).size).toBe(1);
});
