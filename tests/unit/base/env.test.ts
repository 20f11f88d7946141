import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { env, parseEnv, readSecretFiles, resetEnv } from "@/lib/base/process/env";
import { EnvSchema, VARIABLES } from "@/lib/base/process/variables";
import { loadSettings } from "@/lib/service/server/boot";
import { configurationPage, exampleFile } from "@/scripts/lib/configuration.mjs";

describe("the environment", () => {
  it("needs nothing", () => {
    const env = parseEnv({});
    expect(env).toMatchObject({ PORT: 3000, APP_URL: "http://localhost:3000", DATA_DIR: ".data" });
  });

  it("counts an empty value as not given", () => {
    expect(parseEnv({ PORT: "", DATABASE_URL: "" }).PORT).toBe(3000);
  });

  it.each([
    [{ PORT: "abc" }, /^PORT must be a whole number from 0 to 65535\. It is "abc"\.$/],
    [{ PORT: "70000" }, /^PORT must be at most 65535/],
    [
      { APP_URL: "https://shop.example/till" },
      /^APP_URL must be a URL without a path, since Till needs a host name or a port of its own, for example https:\/\/pay\.shop\.example\.$/,
    ],
    [{ APP_URL: "https://shop.example/till/" }, /^APP_URL must be a URL without a path/],
    [{ APP_URL: "https://shop.example//x" }, /^APP_URL must be a URL without a path/],
    [{ APP_URL: "https://shop.example?a=1" }, /^APP_URL must be a URL without a query and fragment/],
    [{ APP_URL: "https://shop.example/?" }, /^APP_URL must be a URL without a query and fragment/],
    [{ APP_URL: "https://shop.example/#top" }, /^APP_URL must be a URL without a query and fragment/],
    [
      { APP_URL: "https://me:secret@shop.example" },
      /^APP_URL must be a URL without a user name and password, for example \S+\.$/,
    ],
    [{ INNGEST_SERVE_ORIGIN: "http://till:3000/api" }, /^INNGEST_SERVE_ORIGIN must be a URL without a path/],
    [{ APP_URL: "shop.example" }, /^APP_URL must be a URL that starts with http:\/\/ or https:\/\/\.$/],
    [{ DATABASE_URL: "mysql://x" }, /^DATABASE_URL must be a URL that starts with postgres:/],
    [{ TRUSTED_PROXIES: "everybody" }, /^TRUSTED_PROXIES must be addresses or CIDR ranges/],
    [{ WEBHOOK_RETRY_DELAYS_S: "1,2" }, /^WEBHOOK_RETRY_DELAYS_S must be five numbers/],
    [{ JOBS_DRIVER: "cron" }, /^JOBS_DRIVER must be one of/],
    [{ JOBS_DRIVER: "inngest" }, /^JOBS_DRIVER=inngest needs INNGEST_DEV/],
    [{ TILL_ROLE: "worker" }, /^TILL_ROLE must be one of "all"\|"web"\|"engine"\. It is "worker"\.$/],
    [{ TILL_ROLE: "engine", JOBS_DRIVER: "off" }, /^TILL_ROLE=engine runs background jobs, and JOBS_DRIVER=off/],
    [{ UPSTASH_REDIS_REST_URL: "https://x.example" }, /go together/],
    [{ ENCRYPTION_KEY: "c2hvcnQ=" }, /^ENCRYPTION_KEY must be 32 bytes in base64/],
    [{ ALARM_EMAIL: "operator@shop.example" }, /^ALARM_EMAIL needs SMTP_URL/],
    [
      { ALARM_EMAIL: "nobody", SMTP_URL: "smtp://x", MAIL_FROM: "a@b.example" },
      /^ALARM_EMAIL must be an email address/,
    ],
    [{ MAIL_FROM: "Corner Shop" }, /^MAIL_FROM must be one email address, with or without a name, for example \S+/],
    [{ MAIL_FROM: "a@shop.example, b@shop.example" }, /^MAIL_FROM must be one email address/],
    [{ ALARM_TELEGRAM_CHAT_ID: "-7" }, /^ALARM_TELEGRAM_CHAT_ID needs TELEGRAM_BOT_TOKEN/],
    [{ ALARM_TELEGRAM_CHAT_ID: "x y" }, /^ALARM_TELEGRAM_CHAT_ID must be a chat's number/],
    [{ TELEGRAM_BOT_TOKEN: "short" }, /^TELEGRAM_BOT_TOKEN must be a bot's token, as @BotFather gives it\.$/],
    [{ ALARM_WEBHOOK_URL: "https://x.example" }, /^ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET go together/],
    [{ ALARM_WEBHOOK_SECRET: "short" }, /^ALARM_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64\.$/],
    [{ DATABASE_DIRECT_URL: "postgres://x" }, /^DATABASE_DIRECT_URL needs DATABASE_URL/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be a URL[^.]*\.$/],
    [{ METRICS_TOKEN: "short" }, /^METRICS_TOKEN must have at least 16 characters\.$/],
    [{ WEBHOOK_ALLOW_PRIVATE_SANDBOX: "maybe" }, /^WEBHOOK_ALLOW_PRIVATE_SANDBOX must be true or false/],
    [{ CHECKOUT_URI_SCHEME: "Http:" }, /^CHECKOUT_URI_SCHEME must be a URI scheme/],
  ])("%j stops with a sentence that names it", (given, sentence) => {
    expect(() => parseEnv(given)).toThrow(sentence);
  });

  it.each([
    "postgres://till:a,b@a.example:5432,b.example:5433/till?target_session_attrs=primary",
    "postgresql://till@[::1]:5432/till",
  ])("takes the database's URL %s", (url) => {
    expect(parseEnv({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
  });

  it("never repeats a secret in its sentence", () => {
    const secret = "hunter2hunter2";
    expect(() => parseEnv({ ENCRYPTION_KEY: secret })).toThrow(expect.not.stringContaining(secret));
  });

  const KEYS = { INNGEST_EVENT_KEY: "e", INNGEST_SIGNING_KEY: "s" };
  it.each([
    [{}, ["embedded"]],
    [{ INNGEST_DEV: "1" }, ["inngest", "serves"]],
    [{ INNGEST_DEV: "0" }, ["embedded"]],
    [KEYS, ["inngest", "serves"]],
    [{ ...KEYS, JOBS_DRIVER: "both" }, ["embedded", "inngest", "serves"]],
    [{ ...KEYS, JOBS_DRIVER: "embedded" }, ["embedded"]],
    [{ JOBS_DRIVER: "off" }, ["notifies"]],
    [{ TILL_ROLE: "web" }, ["notifies"]],
    [{ TILL_ROLE: "web", JOBS_DRIVER: "off" }, ["notifies"]],
    [{ ...KEYS, TILL_ROLE: "web" }, ["inngest"]],
    [{ ...KEYS, TILL_ROLE: "web", JOBS_DRIVER: "both" }, ["inngest", "notifies"]],
    [{ TILL_ROLE: "engine" }, ["embedded"]],
    [{ ...KEYS, TILL_ROLE: "engine" }, ["inngest", "serves"]],
  ])("%j decides what a process does for background jobs", (given, expected) => {
    const { jobs } = parseEnv(given);
    expect(Object.entries(jobs).flatMap(([name, does]) => (does ? [name] : []))).toEqual(expected);
  });

  const COLLECTOR = "http://collector.example:4318";
  it.each([
    [{}, false],
    [{ OTEL_SERVICE_NAME: "shop", OTEL_TRACES_SAMPLER: "always_on" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${COLLECTOR}/v1/traces` }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_SDK_DISABLED: "True" }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_SDK_DISABLED: "false" }, true],
  ])("%j decides whether traces are exported", (given, expected) => {
    expect(parseEnv(given).tracing).toBe(expected);
  });

  it("reads a secret from a file, and refuses two values for one", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "till-secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "token");
    writeFileSync(file, "a token of many characters\n");
    const given: Record<string, string> = { METRICS_TOKEN_FILE: file, OTHER_FILE: file };
    readSecretFiles(given);
    expect(given).toEqual({ METRICS_TOKEN_FILE: "", OTHER_FILE: file, METRICS_TOKEN: "a token of many characters" });
    const both = { ...given, METRICS_TOKEN_FILE: file };
    expect(() => readSecretFiles(both)).toThrow("METRICS_TOKEN and METRICS_TOKEN_FILE are both set. Set one of them.");
    expect(() => readSecretFiles({ SMTP_URL_FILE: `${file}s` })).toThrow(/^SMTP_URL_FILE can't be read: ENOENT/);
  });

  it("read from a file is inherited by a worker, whose own .env names the file again", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "till-secrets-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    vi.stubEnv("METRICS_TOKEN", undefined);
    vi.stubEnv("METRICS_TOKEN_FILE", undefined);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      resetEnv();
    });
    writeFileSync(path.join(folder, "token"), "a token of many characters\n");
    writeFileSync(path.join(folder, ".env"), `METRICS_TOKEN_FILE=${path.join(folder, "token")}\n`);
    loadSettings(folder);
    loadSettings(folder);
    expect(env().METRICS_TOKEN).toBe("a token of many characters");
  });

  it("is told whole in docs/configuration.md and .env.example, which node scripts/configuration.mjs writes", () => {
    const [page, example] = ["docs/configuration.md", ".env.example"].map((file) => readFileSync(file, "utf8"));
    expect(page).toBe(configurationPage(VARIABLES));
    expect(example).toBe(exampleFile(VARIABLES));
    const names = Object.keys(EnvSchema.shape).sort();
    const namesIn = (text = "", pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]).sort();
    expect(namesIn(page, /^\| `([A-Z_]+)` \| \S.* \| \S.* \|$/gm)).toEqual(names);
    expect(namesIn(example, /^# ([A-Z_]+)=/gm)).toEqual(names);
  });

  it("has in .env.example the values that it has without it", () => {
    const lines = readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=(.*)$/gm);
    expect(parseEnv(Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value])))).toEqual(
      parseEnv({}),
    );
  });
});
