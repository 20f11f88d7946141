import { randomUUID } from "node:crypto";
import { chmodSync, linkSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { reEncrypt } from "@/lib/base/encryption/re-encrypt";
import { requireKnownKeys } from "@/lib/base/encryption/require-known-keys";
import { columnName, SEALED_COLUMNS } from "@/lib/base/encryption/sealed-columns";
import { openSecret, sealSecret } from "@/lib/base/process/secrets";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { revealEndpointSecret } from "@/lib/delivery/endpoints/reveal-secret";
import { rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { sealWebhookSecret } from "@/lib/delivery/endpoints/secrets";
import { newWebhookSecret, serviceSignature } from "@/lib/delivery/events/sign";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { beginAuthenticator } from "@/lib/people/second-factor/begin-authenticator";
import { confirmAuthenticator } from "@/lib/people/second-factor/confirm-authenticator";
import { signIn } from "@/lib/people/sign-in/sign-in";
import { fillInSecrets } from "@/lib/service/server/secret-file";
import type { Command } from "@/scripts/admin/command";
import { COMMANDS } from "@/scripts/admin/commands";
import {
  codesOf,
  deviceOf,
  LAPTOP,
  newPerson,
  outcome,
  PASSWORD,
  stranger,
  type TestPerson,
} from "@/tests/support/accounts";
import { newEncryptionKey, restartWith } from "@/tests/support/encryption-keys";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";

describe("secrets at rest", () => {
  it("open for their own row only, and never twice with the same bytes", () => {
    restartWith(newEncryptionKey());
    const sealed = sealSecret("whsec_x", "webhook_endpoints/1");
    expect(openSecret(sealed, "webhook_endpoints/1")).toBe("whsec_x");
    expect(() => openSecret(sealed, "webhook_endpoints/2")).toThrow();
    expect(sealSecret("whsec_x", "webhook_endpoints/1").equals(sealed)).toBe(false);
    expect(sealed.includes(Buffer.from("whsec_x"))).toBe(false);
  });

  it("do not open when a single byte was changed", () => {
    restartWith(newEncryptionKey());
    const sealed = sealSecret("whsec_x", "row");
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => openSecret(changed, "row")).toThrow();
    }
  });

  it("written with an old key still open while it is listed", () => {
    const [first, second] = [newEncryptionKey(), newEncryptionKey()];
    restartWith(first);
    const sealed = sealSecret("whsec_x", "row");
    restartWith(second, first);
    expect(openSecret(sealed, "row")).toBe("whsec_x");
    restartWith(second);
    expect(() => openSecret(sealed, "row")).toThrow(/ENCRYPTION_KEYS_OLD/);
  });
});

describe("a change of ENCRYPTION_KEY", () => {
  const system = () => systemContext(database(), "test");
  const enter = ({ email }: TestPerson, code: string) =>
    outcome(signIn(stranger(), { email, password: PASSWORD, code }, LAPTOP));
  const newSecret = (endpointId: string) => sealWebhookSecret(endpointId, newWebhookSecret());

  it("knows every column that depends on it", async () => {
    const columns = await database().sql<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name !~ '_hash$'
         and column_name not in ('bytes', 'signatures')
       order by 1`;
    expect(columns.map(({ name }) => name)).toEqual(SEALED_COLUMNS.map(columnName).toSorted());
  });

  it("leaves alone, and counts, what no key opens", async () => {
    const [old, next] = [newEncryptionKey(), newEncryptionKey()];
    restartWith(old);
    const ctx = await memberContext(await createMerchantFixture());
    const { id } = await createEndpoint(ctx, { environment: "sandbox", url: "http://127.0.0.1:9/" });
    await database().sql`update webhook_endpoints set secret = ${newSecret(randomUUID())} where id = ${id}`;
    restartWith(next, old);
    expect((await reEncrypt(system())).left).toEqual({ "webhook_endpoints.secret": 1 });
    await deleteEndpoint(ctx, { endpointId: id });
  });

  it("goes by re-encrypt: then codes and webhooks are good without the old key, and before it a start refuses", async () => {
    const [old, next] = [newEncryptionKey(), newEncryptionKey()];
    restartWith(old);
    const person = await newPerson();
    const device = await deviceOf(person);
    const [used, code] = codesOf((await beginAuthenticator(device)).secret);
    const { recoveryCodes } = await confirmAuthenticator(device, { code: used });
    restartWith(next);
    await expect(requireKnownKeys(system())).rejects.toThrow(
      /^ENCRYPTION_KEY can't decrypt the secrets in this database.* 1 row of users\.totp_secret\. .*ENCRYPTION_KEYS_OLD/,
    );
    // what is lost is the authenticator: who has the codes on paper gets in
    expect(await enter(person, recoveryCodes[0] as string)).toBe("done");

    restartWith(old);
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const { id, secret } = await createEndpoint(ctx, { environment: "sandbox", url: receiver.url });
    const others = await Promise.all(
      [1, 2, 3].map(() => createEndpoint(ctx, { environment: "sandbox", url: "http://127.0.0.1:9/" })),
    );
    const rotated = await rotateEndpointSecret(ctx, { endpointId: id, shown: null });
    restartWith(next);
    await expect(requireKnownKeys(system())).rejects.toThrow(
      /1 row of webhook_endpoints\.next_secret, 4 rows of webhook_e/,
    );

    restartWith(next, old);
    await requireKnownKeys(system());
    // one that was written with the new key already, as if an earlier run had been cut short
    await database()
      .sql`update webhook_endpoints set secret = ${newSecret(others[0]?.id ?? "")} where id = ${others[0]?.id ?? ""}`;
    expect(await reEncrypt(system(), 2)).toEqual({
      reEncrypted: { "users.totp_secret": 1, "webhook_endpoints.next_secret": 1, "webhook_endpoints.secret": 3 },
      left: {},
    });
    const none = { "users.totp_secret": 0, "webhook_endpoints.next_secret": 0, "webhook_endpoints.secret": 0 };
    // the operator's command, run again
    const command = COMMANDS["re-encrypt"] as Command;
    expect(await command.run(database(), {}, new AbortController().signal)).toEqual({ re_encrypted: none, left: {} });

    restartWith(next);
    await requireKnownKeys(system());
    expect(await enter(person, code)).toBe("done");
    await pingEndpoint(ctx, id);
    const { request, body } = receiver.requests[0] as (typeof receiver.requests)[0];
    expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, secret));
    expect(await revealEndpointSecret(ctx, { endpointId: id })).toEqual({ secret, nextSecret: rotated.secret });
  });
});

describe("secrets that nobody gave", () => {
  const folder = () => {
    const made = mkdtempSync(path.join(tmpdir(), "till-secrets-"));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };

  it("are made once, kept for the owner's eyes, and found again", () => {
    const dir = folder();
    const [first, second]: Record<string, string>[] = [{}, {}];
    fillInSecrets(dir, first as Record<string, string>, { create: true });
    fillInSecrets(dir, second as Record<string, string>, { create: true });
    expect(Buffer.from(first?.ENCRYPTION_KEY ?? "", "base64")).toHaveLength(32);
    expect(second).toEqual(first);
    expect(statSync(path.join(dir, "secrets.json")).mode & 0o777).toBe(0o600);
  });

  it("are the same for a process in another container, with the same process ID, that starts at the same time", () => {
    const dir = folder();
    const draft = path.join(dir, `secrets.json.${process.pid}`);
    const others = JSON.stringify({ ENCRYPTION_KEY: newEncryptionKey() });
    writeFileSync(draft, others);
    const ours: Record<string, string> = {};
    fillInSecrets(dir, ours, { create: true });
    expect(readFileSync(draft, "utf8")).toBe(others);
    // the other one goes on
    expect(() => linkSync(draft, path.join(dir, "secrets.json"))).toThrow(/EEXIST/);
    const theirs: Record<string, string> = {};
    fillInSecrets(dir, theirs, { create: true });
    expect(theirs).toEqual(ours);
  });

  it("stay away when they were given", () => {
    const dir = folder();
    chmodSync(dir, 0o500);
    const given = { ENCRYPTION_KEY: newEncryptionKey() };
    fillInSecrets(dir, given, { create: true });
    expect(() => readFileSync(path.join(dir, "secrets.json"))).toThrow();
  });
});
