import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceFolder } from "@/scripts/lib/replace-folder.mjs";
import { becomeOrdinaryAccount } from "@/tests/support/ordinary-account";

/** A folder with a file that says which version it is of. */
function makeVersion(folder: string, version: string): string {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "version"), version);
  return folder;
}

const versionIn = (folder: string) => readFileSync(path.join(folder, "version"), "utf8");

describe("a folder that gets the name of another", () => {
  const newParent = () => {
    const parent = mkdtempSync(path.join(tmpdir(), "till-replace-"));
    onTestFinished(() => {
      // also what can't be removed as it is
      spawnSync("chmod", ["-R", "u+rwx", parent]);
      rmSync(parent, { recursive: true, force: true });
    });
    return parent;
  };

  it("replaces that one, or is the first of its name", () => {
    const parent = newParent();
    const to = path.join(parent, "till");
    for (const version of ["1", "2"]) {
      expect(replaceFolder(makeVersion(path.join(parent, ".draft"), version), to)).toBeNull();
      expect([readdirSync(parent), versionIn(to)]).toEqual([["till"], version]);
    }
  });

  it("replaces that one whole also when not all of it can be removed, and says where the rest is", () => {
    const parent = newParent();
    chmodSync(parent, 0o777);
    becomeOrdinaryAccount();
    const to = makeVersion(path.join(parent, "till"), "1");
    mkdirSync(path.join(to, "running"));
    writeFileSync(path.join(to, "running/1.json"), "another account's");
    chmodSync(path.join(to, "running"), 0o500);
    const rest = replaceFolder(makeVersion(path.join(parent, ".draft"), "2"), to) ?? "";
    expect([readdirSync(to), versionIn(to)]).toEqual([["version"], "2"]);
    expect(readdirSync(path.join(rest, "running"))).toEqual(["1.json"]);
    expect(readdirSync(parent).sort()).toEqual([path.basename(rest), "till"]);
  });

  it("leaves that one as it was when it can't get the name", () => {
    const parent = newParent();
    const to = makeVersion(path.join(parent, "till"), "1");
    expect(() => replaceFolder(path.join(parent, "missing"), to)).toThrow(/ENOENT/);
    expect([readdirSync(parent), versionIn(to)]).toEqual([["till"], "1"]);
  });
});
