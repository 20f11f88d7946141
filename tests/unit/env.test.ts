import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnvSchema, parseEnv } from "@/lib/env";

describe("the environment", () => {
  it("needs nothing", () => {
    const env = parseEnv({});
    expect(env).toMatchObject({ PORT: 3000, APP_URL: "http://localhost:3000", DATA_DIR: ".data" });
    expect(env.jobs).toEqual({ embedded: true, inngest: false });
  });

  it("counts an empty value as not given", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: "" }).PORT).toBe(3000);
  });

  it.each([
    [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535\. It is "abc"\.$/],
    [{ PORT: "70000" }, /^PORT must be at most 65535/],
    [{ APP_URL: "shop.example" }, /^APP_URL must be a URL that starts with http:\/\/ or https:\/\/\.$/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL must be a URL that starts with postgres:/],
    [{ TRUSTED_PROXIES: "everybody" }, /^TRUSTED_PROXIES must be addresses or CIDR ranges/],
    [{ WEBHOOK_RETRY_DELAYS_S: "1,2" }, /^WEBHOOK_RETRY_DELAYS_S must be five numbers/],
    [{ JOBS_DRIVER: "cron" }, /^JOBS_DRIVER must be one of/],
    [{ JOBS_DRIVER: "inngest" }, /^JOBS_DRIVER=inngest needs INNGEST_DEV/],
    [{ UPSTASH_REDIS_REST_URL: "https://x.example" }, /go together/],
    [{ ENCRYPTION_KEY: "c2hvcnQ=" }, /^ENCRYPTION_KEY must be 32 bytes in base64/],
    [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN must have at least 16 characters\.$/],
    [{ WEBHOOK_ALLOW_PRIVATE_SANDBOX: "maybe" }, /^WEBHOOK_ALLOW_PRIVATE_SANDBOX must be true or false/],
    [{ CHECKOUT_URI_SCHEME: "Http:" }, /^CHECKOUT_URI_SCHEME must be a URI scheme/],
  ])("%j stops with a sentence that names it", (given, sentence) => {
    expect(() => parseEnv(given)).toThrow(sentence);
  });

  it("never repeats a secret in its sentence", () => {
    const secret = "hunter2hunter2";
    expect(() => parseEnv({ ENCRYPTION_KEY: secret })).toThrow(expect.not.stringContaining(secret));
  });

  it("chooses the engine by what is configured", () => {
    const keys = { INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "s" };
    expect(parseEnv({ INNGEST_DEV: "1" }).jobs).toEqual({ embedded: false, inngest: true });
    expect(parseEnv({ INNGEST_DEV: "0" }).jobs).toEqual({ embedded: true, inngest: false });
    expect(parseEnv(keys).jobs).toEqual({ embedded: false, inngest: true });
    expect(parseEnv({ ...keys, JOBS_DRIVER: "both" }).jobs).toEqual({ embedded: true, inngest: true });
    expect(parseEnv({ ...keys, JOBS_DRIVER: "embedded" }).jobs).toEqual({ embedded: true, inngest: false });
    expect(parseEnv({ JOBS_DRIVER: "off" }).jobs).toEqual({ embedded: false, inngest: false });
  });

  it("is told whole in .env.example and in the README's table", () => {
    const names = Object.keys(EnvSchema.shape).sort();
    const example = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1]);
    const table = [...readFileSync("README.md", "utf8").matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]);
    expect(example.sort()).toEqual(names);
    expect(table.sort()).toEqual(names);
  });
});
