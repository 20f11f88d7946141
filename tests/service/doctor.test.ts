import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startForwardingProxy } from "@/tests/support/forwarding-proxy";
import { startInngestServer } from "@/tests/support/inngest-server";
import { startMailServer } from "@/tests/support/mail-server";
import { SELF_SIGNED } from "@/tests/support/self-signed";
import { ask, runAdmin, startService } from "@/tests/support/service";

it("the doctor asks everything that the service needs, and says what to do", async () => {
  const mail = await startMailServer();
  const inngest = await startInngestServer();
  onTestFinished(inngest.close);
  const service = await startService({
    hasOwnPostgres: true,
    env: { TRUSTED_PROXIES: "127.0.0.2", JOBS_DRIVER: "both", INNGEST_DEV: inngest.url },
  });
  const examine = async (env: Record<string, string>, ...options: string[]) => {
    const running = runAdmin(service.dataDir, ["doctor", ...options], { JOBS_DRIVER: "both", ...env });
    const [report, code] = await running.then(
      (said) => [said, 0] as const,
      (error) => [String(error.stdout), error.code as number] as const,
    );
    const lines = report
      .trim()
      .split("\n")
      .map((line) => /^(\S+) +(\S+) +(.+)$/.exec(line)?.slice(1) ?? [line]);
    const about = (name: string) =>
      lines.filter(([, of]) => of === name).map(([state, , detail]) => `${state} ${detail}`);
    return { code, lines, about };
  };

  const trusted = await startForwardingProxy(() => service.url, { from: "127.0.0.2" });
  const well = await examine({
    APP_URL: trusted,
    INNGEST_DEV: inngest.url,
    SMTP_URL: mail.url,
    MAIL_FROM: "till@shop.example",
  });
  expect(well.about("proxy")).toEqual([
    expect.stringMatching(/^ok 127\.0\.0\.2 is trusted; this request came from \S+$/),
  ]);
  expect(well.about("mail")).toEqual([`ok ${new URL(mail.url).host} takes emails`]);
  expect(well.about("inngest")).toEqual([
    expect.stringMatching(/^warn INNGEST_DEV turns signature checks off\. Remove it/),
    `ok ${new URL(inngest.url).host} responds`,
    `ok ${trusted}/api/inngest responds`,
  ]);
  expect(well.about("backup")).toEqual([
    expect.stringMatching(/^warn there is no backup\. Run npm run --silent admin -- backup every day/),
  ]);
  expect(well.lines.filter(([state]) => state === "FAIL")).toEqual([]);
  expect(well.code).toBe(0);

  const untrusted = await startForwardingProxy(() => service.url);
  const away = "127.0.0.1:9";
  const ill = await examine({
    APP_URL: untrusted,
    INNGEST_DEV: `http://${away}`,
    REDIS_URL: `redis://${away}`,
    SMTP_URL: `smtp://${away}`,
    MAIL_FROM: "till@shop.example",
    ENCRYPTION_KEYS_OLD: "",
  });
  expect(ill.about("proxy")).toEqual([expect.stringMatching(/^FAIL .* set TRUSTED_PROXIES=127\.0\.0\.1\.$/)]);
  expect(ill.about("mail")).toEqual([
    expect.stringMatching(/^FAIL the mail server takes no emails: .+ Check SMTP_URL\.$/),
  ]);
  expect(ill.about("limits")).toEqual([
    expect.stringMatching(/^FAIL the shared store doesn't respond: .+ Check REDIS_URL/),
  ]);
  expect(ill.about("inngest")).toContain(`FAIL ${away} doesn't respond. Start it, or set JOBS_DRIVER=both.`);
  expect(ill.code).toBe(1);

  const encrypted = await startForwardingProxy(() => service.url, { from: "127.0.0.2", tls: true });
  const ca = path.join(service.dataDir, "..", "ca.pem");
  writeFileSync(ca, SELF_SIGNED.cert);
  const secure = { APP_URL: encrypted, INNGEST_DEV: inngest.url, NODE_EXTRA_CA_CERTS: ca };
  expect((await examine(secure)).about("certificate")).toEqual([
    expect.stringMatching(/^ok it is valid for another \d+ days$/),
  ]);
  const bare = await startForwardingProxy(() => service.url, { from: "127.0.0.2", tls: true, forwards: false });
  const silent = await examine({ ...secure, APP_URL: bare });
  expect(silent.about("proxy")).toEqual([expect.stringMatching(/^FAIL 127\.0\.0\.2 sends no X-Forwarded-For/)]);

  const plain = await startForwardingProxy(() => service.url, { from: "127.0.0.2", forwards: false });
  const at = (url: string) => examine({ APP_URL: url, INNGEST_DEV: inngest.url });
  expect((await at(plain)).about("proxy")).toEqual(silent.about("proxy"));
  const unknown = await startForwardingProxy(() => service.url, { forwards: false });
  expect((await at(unknown)).about("proxy")).toEqual([
    expect.stringMatching(/^warn 127\.0\.0\.1 sends no X-Forwarded-For/),
  ]);
  expect((await at(service.url)).about("proxy")).toEqual([expect.stringMatching(/^ok none between/)]);

  const live = (await examine({ APP_URL: trusted, INNGEST_DEV: inngest.url }, "--live")).about("live");
  expect(live).toContain(`FAIL APP_URL is ${trusted}. Set it to the public URL, which begins with https://.`);
  expect(live).toContain("FAIL no business has a receiving wallet. Set one in the dashboard under Live, Settlement.");
  expect(live).toContain("FAIL live payments are off. Set TRON_RPC_URLS.");
  expect(live).toContainEqual(
    expect.stringMatching(/^FAIL there is no backup\. Run npm run --silent admin -- backup every day/),
  );
  expect(live).toContainEqual(expect.stringMatching(/^warn nobody is notified of problems\. Set ALARM_EMAIL, /));
  const webhook = { ALARM_WEBHOOK_URL: "http://127.0.0.1:9/alarms", ALARM_WEBHOOK_SECRET: `whsec_${"s".repeat(32)}` };
  const notified = (await examine({ APP_URL: trusted, INNGEST_DEV: inngest.url, ...webhook }, "--live")).about("live");
  expect(notified).toContain("ok you are notified of problems: webhook");
  expect(live).not.toContainEqual(expect.stringContaining("network"));
  expect((await examine({}, "--loud")).lines.flat()).toEqual([""]);

  // a stranger learns nothing about how requests arrive
  const { json } = await ask(service, "/api/health/live", undefined, { "x-till-doctor": "guess" });
  expect(json).toEqual({ status: "ok" });
});
