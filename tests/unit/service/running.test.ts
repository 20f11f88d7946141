import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env, resetEnv } from "@/lib/base/process/env";
import { adoptRunning, registerRunning } from "@/lib/service/server/running";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "till-running-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  resetEnv();
  rmSync(root, { recursive: true });
});

function withSettings(settings: Record<string, string | undefined>) {
  const names = ["DATABASE_URL", "DATA_DIR", "PORT", "APP_URL"];
  for (const name of names) vi.stubEnv(name, settings[name]);
  resetEnv();
}

describe("an operator's command", () => {
  it("finds the data, the port and the address of the one service that runs", () => {
    withSettings({ DATA_DIR: "elsewhere", PORT: "3456", APP_URL: "https://pay.example.com" });
    const forget = registerRunning(root, true);
    withSettings({});
    adoptRunning(root);
    expect(env()).toMatchObject({
      DATA_DIR: path.join(root, "elsewhere"),
      PORT: 3456,
      APP_URL: "https://pay.example.com",
    });
    forget();
    withSettings({});
    adoptRunning(root);
    expect(env()).toMatchObject({ DATA_DIR: ".data", PORT: 3000 });
  });

  it("asks which one when several run, and takes the one that is named", () => {
    withSettings({ DATA_DIR: "first", PORT: "3001" });
    registerRunning(root, true);
    const folder = path.join(root, "dist/running");
    const second = {
      pid: process.ppid,
      dataDir: path.join(root, "second one"),
      embedded: true,
      port: 3002,
      appUrl: "x:",
    };
    writeFileSync(path.join(folder, `${process.ppid}.json`), JSON.stringify(second));
    withSettings({});
    expect(() => adoptRunning(root)).toThrow(`DATA_DIR='${path.join(root, "second one")}'`);
    withSettings({ DATA_DIR: "first" });
    adoptRunning(root);
    expect(env().PORT).toBe(3001);
  });

  it("takes the newest of one data folder: the other was left by a power loss, and its process ID is another program's", () => {
    const folder = path.join(root, "dist/running");
    mkdirSync(folder, { recursive: true });
    const left = { pid: process.ppid, dataDir: path.join(root, "first"), embedded: true, port: 3002, appUrl: "x:" };
    const file = path.join(folder, `${process.ppid}.json`);
    writeFileSync(file, JSON.stringify(left));
    utimesSync(file, 1_000, 1_000);
    withSettings({ DATA_DIR: "first", PORT: "3001" });
    registerRunning(root, true);
    for (const DATA_DIR of [undefined, "first"]) {
      withSettings({ DATA_DIR });
      adoptRunning(root);
      expect(env()).toMatchObject({ DATA_DIR: path.join(root, "first"), PORT: 3001 });
    }
  });

  it("says what it needs when the service has a database of its own", () => {
    withSettings({ DATABASE_URL: "postgres://till:secret@db.example/till" });
    registerRunning(root, false);
    withSettings({});
    expect(() => adoptRunning(root)).toThrow(/Set the same DATABASE_URL and ENCRYPTION_KEY for this command/);
    const [note = ""] = readdirSync(path.join(root, "dist/running"));
    expect(existsSync(path.join(root, "dist/running", note))).toBe(true);
    withSettings({ DATABASE_URL: "postgres://till:secret@db.example/till" });
    adoptRunning(root);
  });

  it("forgets a service that was killed", () => {
    withSettings({ DATA_DIR: "gone" });
    registerRunning(root, true);
    const folder = path.join(root, "dist/running");
    const gone = { pid: 2 ** 22 + 1, dataDir: path.join(root, "killed"), embedded: true, port: 1, appUrl: "x:" };
    writeFileSync(path.join(folder, `${gone.pid}.json`), JSON.stringify(gone));
    withSettings({});
    adoptRunning(root);
    expect(env().DATA_DIR).toBe(path.join(root, "gone"));
    expect(readdirSync(folder)).toEqual([`${process.pid}.json`]);
  });
  it("finds the others when a service stops while it looks", () => {
    withSettings({ DATA_DIR: "first", PORT: "3001" });
    registerRunning(root, true);
    // listed, and no longer there
    symlinkSync(path.join(root, "gone"), path.join(root, "dist/running/1.json"));
    withSettings({});
    adoptRunning(root);
    expect(env().PORT).toBe(3001);
  });

  it("never meets half a note", () => {
    withSettings({ DATA_DIR: "first", PORT: "3001" });
    registerRunning(root, true);
    const folder = path.join(root, "dist/running");
    const [note = ""] = readdirSync(folder);
    linkSync(path.join(folder, note), path.join(root, "open"));
    withSettings({ DATA_DIR: "first", PORT: "3002" });
    registerRunning(root, true);
    // who had it open still reads the one before
    expect(JSON.parse(readFileSync(path.join(root, "open"), "utf8")).port).toBe(3001);
    expect(readdirSync(folder)).toEqual([note]);
  });
});
