import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { resetEnv } from "@/lib/env";
import { openSecret, sealSecret } from "@/lib/secrets";
import { fillInSecrets } from "@/lib/server/kept-secrets";

/** The process as it would be after a start with these keys. */
function restartWith(current: string, old = "") {
  process.env.ENCRYPTION_KEY = current;
  process.env.ENCRYPTION_KEYS_OLD = old;
  (globalThis as unknown as { __till: Map<string, unknown> }).__till.delete("secrets.ring");
  resetEnv();
}

const newEncryptionKey = () => randomBytes(32).toString("base64");

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

  it("stay away when they were given", () => {
    const dir = folder();
    chmodSync(dir, 0o500);
    const given = { ENCRYPTION_KEY: newEncryptionKey() };
    fillInSecrets(dir, given, { create: true });
    expect(() => readFileSync(path.join(dir, "secrets.json"))).toThrow();
  });
});
