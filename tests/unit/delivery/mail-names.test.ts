import { describe, expect, it } from "vitest";
import { formatChange } from "@/components/audit/change-labels";
import type { Settings } from "@/lib/base/context/settings";
import { invitationEmail, passkeyEmail, reportEmail } from "@/lib/base/mail/email-templates";
import { type EmailMessage, sendMail } from "@/lib/base/mail/send";
import { composeNotices } from "@/lib/delivery/notifications/compose";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import { receiptEmail } from "@/lib/payments/page/receipt-email";
import { startMailServer } from "@/tests/support/mail-server";

/** Names as they were stored before they had to be one line, and those that look like a link. */

const EVIL =
  "Shop\r\n\r\nYour account is locked. Go to\u2028https://evil.example\u202eor www.evil.example\r\nBcc: all@example.com";
const ONE_LINE = "Shop Your account is locked. Go to https://evil.exampleor www.evil.example Bcc: all@example.com";
const WITHOUT_LINKS =
  "Shop Your account is locked. Go to https: //evil. exampleor www. evil. example Bcc: all@example.com";

const settingsFor = (url = "smtp://mail.example") =>
  ({
    appName: "Till",
    appUrl: "https://pay.example",
    mail: { server: url, from: "Till <till@pay.example>" },
  }) as Settings;
const settings = settingsFor();
const to = "reader@example.com";

const receipt = {
  id: "3f9a1c2e-0000-4000-8000-00000000c21e",
  status: "paid",
  environment: "live",
  isDemo: false,
  amount: "1.00",
  received: "1.00",
  missing: null,
  excess: null,
  uncounted: null,
  confirming: null,
  transfers: [],
  transferCount: 0,
  refunds: [],
  refunded: null,
  refundAsked: null,
  price: null,
  merchantName: EVIL,
  reference: EVIL,
  timeZone: "UTC",
  createdAt: "2026-03-01T01:30:00.000Z",
  endedAt: "2026-03-01T01:40:00.000Z",
} as unknown as Checkout;

const invitation = { link: "https://pay.example/invitation/x", merchantName: EVIL, role: "viewer", inviter: EVIL };

const TO_STRANGERS: [string, EmailMessage][] = [
  ["an invitation", invitationEmail(settings, to, invitation)],
  ["a receipt", receiptEmail(settings, receipt, "en", to)],
  ["a receipt in Persian", receiptEmail(settings, receipt, "fa", to)],
];

const report: Parameters<typeof reportEmail>[2] = {
  merchantId: "m",
  merchantName: EVIL,
  from: "2026-03-01",
  to: "2026-03-01",
  environment: "live",
  frequency: "daily",
  terminals: [{ name: EVIL, micros: 1n, sales: 1n, refundedMicros: 2n }],
  prices: [{ currency: "EUR", minor: 2_490n, sales: 1n }],
  withoutPaymentMicros: 3n,
};
const place = { appUrl: "https://pay.example", merchant: { id: "m", name: EVIL, environment: "live" as const } };
const notice = {
  kind: "disk",
  phase: "raised" as const,
  message: EVIL,
  ending: null,
  path: null,
  count: 1,
};
const composed = composeNotices([{ ...notice, amountMicros: null, named: null }], place);

const TO_MEMBERS: [string, { subject: string; text: string }][] = [
  ["a passkey", passkeyEmail(settings, to, EVIL, "added")],
  ["a report", reportEmail(settings, to, report)],
  ["a notification", { subject: composed.subject, text: composed.paragraphs.join("\n\n") }],
];

describe("names in emails", () => {
  it.each(TO_STRANGERS)(
    "%s to someone who may not know them has them on one line, without a link",
    (_, { subject, text, html }) => {
      for (const part of [subject, text, html ?? ""]) {
        expect(part).not.toMatch(/\p{Zl}|\u202e|evil\.example|www\.evil|https:\/\/evil|\n(Your account|Bcc)/u);
      }
      expect(subject).toContain(WITHOUT_LINKS);
      expect(text).toContain(WITHOUT_LINKS);
    },
  );

  it.each(TO_MEMBERS)("%s has them on one line", (_, { subject, text }) => {
    for (const part of [subject, text]) expect(part).not.toMatch(/\p{Zl}|\u202e|\n(Your account|Bcc)/u);
    expect(`${subject}\n${text}`).toContain(ONE_LINE);
  });

  it("have no header of their own, whatever a subject contains", async () => {
    const post = await startMailServer();
    const message = { to, subject: `Till: ${EVIL}\u0000\u0085x`, text: "x" };
    expect(await sendMail(settingsFor(post.url), message)).toBe("sent");
    const [mail] = post.mails;
    expect(mail?.to).toEqual([to]);
    expect(Object.keys(mail?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain("bcc");
    expect(JSON.stringify(mail?.headers)).not.toMatch(/\\u0000|\\u0085/);
  });
});

it("names in the audit log are on one line, as they were recorded", () => {
  expect(formatChange({ name: "Shop" }, { name: EVIL })).toBe(`Name: Shop → ${ONE_LINE}`);
  expect(formatChange(null, { tags: ["a\nb", "c\u202e"] })).toBe("Tags: a b, c");
});
