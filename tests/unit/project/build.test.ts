import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { UnrecognizedActionError } from "next/dist/client/components/unrecognized-action-error";
import { expect, it, onTestFinished, vi } from "vitest";
import { callFailure } from "@/components/ui/call-failure";
import { commonMessages } from "@/lib/service/messages/en/common";
import config from "@/next.config";
import { pagesBuildEnv, serverBuildOptions } from "@/scripts/lib/build.mjs";
import { sourceHash } from "@/scripts/lib/source-hash.mjs";

it("a build is good for every version of Node that runs it", () => {
  const version = Object.getOwnPropertyDescriptor(process, "version") as PropertyDescriptor;
  onTestFinished(() => void Object.defineProperty(process, "version", version));
  const before = sourceHash();
  Object.defineProperty(process, "version", { ...version, value: "v99.0.0" });
  expect(sourceHash()).toBe(before);
});

it("the server and the command line are built with the patched driver", () => {
  const entry = serverBuildOptions().alias.postgres;
  expect(readFileSync(path.join(path.dirname(entry), "connection.js"), "utf8")).toContain("terminated || !socket");
});

const ACTIONS_KEY = "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY";

it("every build of a version gives its server actions the same names, unless the operator has a key", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv(ACTIONS_KEY, undefined);
  const key = pagesBuildEnv()[ACTIONS_KEY];
  expect(key).toBe("TJqak6Eln9dSLuUAhzGzbWVvRfwpgQt1JCo4IAVvDd8=");
  expect(Buffer.from(key, "base64")).toHaveLength(32); // as AES-256 needs
  vi.stubEnv(ACTIONS_KEY, "the operator's");
  expect(pagesBuildEnv()[ACTIONS_KEY]).toBe("the operator's");
});

it("the pages are built by next.config.ts, whatever configuration a service was started with", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("__NEXT_PRIVATE_STANDALONE_CONFIG", "{}");
  expect(Object.keys(pagesBuildEnv())).not.toContain("__NEXT_PRIVATE_STANDALONE_CONFIG");
});

it("no inline action captures variables, which the key in the source would not keep secret", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  const places = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/["']use server["']/g)].map(({ index }) => `${file} ${index}`),
  );
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((place) => !place.endsWith("/actions.ts 0"))).toEqual([]);
});

it("every build of the same sources has the same ID, which no blocker of ads takes for one", async () => {
  const ids = await Promise.all([1, 2].map(() => config("phase-production-build").generateBuildId?.()));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[b-fx0-9]{20}$/);
});

it("a page whose version differs from the server's asks to be reloaded, not to check the connection", () => {
  const refused = { ok: false, code: "api_error" };
  expect(callFailure(new UnrecognizedActionError("no such action"))).toEqual({
    ...refused,
    code: "conflict",
    message: commonMessages.otherVersion,
  });
  expect(callFailure(new TypeError("Failed to fetch"))).toEqual({ ...refused, message: commonMessages.unreachable });
});
