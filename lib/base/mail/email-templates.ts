import type { Settings } from "@/lib/base/context/settings";
import type { EmailMessage } from "@/lib/base/mail/send";
import { displayPrice, type Price } from "@/lib/base/values/currencies";
import { dateTimeFormat, formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { oneLine, withoutLinks } from "@/lib/base/values/name-rules";

/*
 * Plain text with one link at most, no pictures and no tracking. Every email says what to do when the reader did not
 * ask for it. Reports and notifications, which members ask for, have a second link to unsubscribe.
 */

export function passwordResetEmail(settings: Settings, to: string, link: string): EmailMessage {
  return write(settings, to, "Reset your password", [
    `Someone asked to reset the password of your ${settings.appName} account.`,
    "If this was you, choose a new password within one hour. The link works once:",
    link,
    "If this wasn't you, ignore this email. Your password stays the same.",
  ]);
}

export function confirmAddressEmail(settings: Settings, to: string, link: string): EmailMessage {
  return write(settings, to, "Confirm your new email", [
    `Confirm that you want to sign in to ${settings.appName} with this address. The link works once and expires in one hour:`,
    link,
    "If you didn't ask for this, ignore this email.",
  ]);
}

export function addressTakenEmail(settings: Settings, to: string): EmailMessage {
  return write(settings, to, "This email already has an account", [
    `Someone tried to change the email of another ${settings.appName} account to this address. This address already has an account, so nothing was changed.`,
    "If this was you, sign in with this address:",
    `${settings.appUrl}/sign-in`,
    "If this wasn't you, ignore this email.",
  ]);
}

export function addressChangedEmail(settings: Settings, to: string, newEmail: string): EmailMessage {
  return write(settings, to, "Your email was changed", [
    `You now sign in to ${settings.appName} with ${newEmail}. You can no longer sign in with this address.`,
    "If this wasn't you, contact your administrator immediately.",
  ]);
}

export function passwordChangedEmail(
  settings: Settings,
  to: string,
  { removedPasskeys }: { removedPasskeys: boolean },
): EmailMessage {
  return write(settings, to, "Your password was changed", [
    `The password of your ${settings.appName} account was just changed. All other sessions were signed out.`,
    ...(removedPasskeys
      ? ["All passkeys of the account were removed. You can add yours again after you sign in."]
      : []),
    "If this wasn't you, reset your password immediately:",
    `${settings.appUrl}/forgot-password`,
  ]);
}

export function twoStepLinkEmail(settings: Settings, to: string, link: string): EmailMessage {
  return write(settings, to, "Set up two-step sign-in", [
    `Someone signed in to your ${settings.appName} account with your password and asked to set up two-step sign-in.`,
    "If this was you, open this link within one hour, in the browser you signed in with. It works once:",
    link,
    "If this wasn't you, someone knows your password. Don't open the link, and change your password immediately.",
  ]);
}

export function twoStepSignInEmail(
  settings: Settings,
  to: string,
  change: "added" | "removed",
  { removedPasskeys = false } = {},
): EmailMessage {
  const added = change === "added";
  return write(settings, to, added ? "Two-step sign-in is on" : "Two-step sign-in is off", [
    added
      ? `Signing in to ${settings.appName} now requires a code from your authenticator app.`
      : `Signing in to ${settings.appName} no longer requires a code from your authenticator app.`,
    ...(added
      ? [`All other sessions were signed out.${removedPasskeys ? " All passkeys of the account were removed." : ""}`]
      : []),
    "If this wasn't you, contact your administrator and reset your password immediately:",
    `${settings.appUrl}/forgot-password`,
  ]);
}

export function passkeyEmail(settings: Settings, to: string, name: string, change: "added" | "removed"): EmailMessage {
  const added = change === "added";
  const passkey = oneLine(name);
  return write(settings, to, added ? "A passkey was added" : "A passkey was removed", [
    added
      ? `You can now sign in to ${settings.appName} with the passkey “${passkey}”.`
      : `You can no longer sign in to ${settings.appName} with the passkey “${passkey}”.`,
    "If this wasn't you, change your password, remove the passkeys you don't know, and sign out other sessions:",
    `${settings.appUrl}/account/security`,
  ]);
}

export function wrongCodesEmail(settings: Settings, to: string): EmailMessage {
  return write(settings, to, "Someone knows your password", [
    `Someone entered your ${settings.appName} password and then several incorrect authenticator codes. They couldn't sign in.`,
    "If this was you, you don't need to do anything. You can sign in with a recovery code at any time.",
    "If this wasn't you, reset your password immediately:",
    `${settings.appUrl}/forgot-password`,
  ]);
}

export function invitationEmail(
  settings: Settings,
  to: string,
  invitation: { link: string; merchantName: string; role: string; inviter: string },
): EmailMessage {
  const { link, role } = invitation;
  // the reader may know neither the business nor the person
  const [merchantName, inviter] = [invitation.merchantName, invitation.inviter].map(withoutLinks);
  return write(settings, to, `Join ${merchantName}`, [
    `${inviter} invited you to join ${merchantName} on ${settings.appName} as ${role}.`,
    "Accept within seven days. The link works once, and only for this address:",
    link,
    "If you don't know the sender, ignore this email.",
  ]);
}

type Report = {
  merchantId: string;
  merchantName: string;
  environment: "sandbox" | "live";
  frequency: "daily" | "weekly" | "monthly";
  /** business days, both included */
  from: string;
  to: string;
  terminals: { name: string; micros: bigint; sales: bigint; refundedMicros: bigint }[];
  /** what payments in the total were priced at, by currency */
  prices: (Price & { sales: bigint })[];
  /** refunds of money without a payment */
  withoutPaymentMicros: bigint;
};

/** The takings of a period in total and by terminal, with links to the report and to unsubscribe. */
export function reportEmail(settings: Settings, to: string, report: Report): EmailMessage {
  const { merchantId, environment, frequency, from, to: last, terminals, prices, withoutPaymentMicros } = report;
  const merchantName = oneLine(report.merchantName);
  const days = from === last ? longDay(from) : `${longDay(from)} to ${longDay(last)}`;
  const total = terminals.reduce(
    (sum, { micros, sales, refundedMicros }) => ({
      micros: sum.micros + micros,
      sales: sum.sales + sales,
      refundedMicros: sum.refundedMicros + refundedMicros,
    }),
    { micros: 0n, sales: 0n, refundedMicros: withoutPaymentMicros },
  );
  const ofBusiness = `Without a payment: refunded ${displayAmount(withoutPaymentMicros)} USDT`;
  const lines = [
    ...terminals.map((one) => `${oneLine(one.name)}: ${takingsLine(one)}`),
    ...(withoutPaymentMicros > 0n ? [ofBusiness] : []),
  ];
  const page = `${settings.appUrl}/dashboard/${merchantId}/${environment}/reports?from=${from}&to=${last}`;
  return write(settings, to, `${merchantName}, ${days}${environment === "sandbox" ? " (sandbox)" : ""}`, [
    `Takings of ${merchantName}, ${days}.${environment === "sandbox" ? " This is the sandbox, no real money." : ""}`,
    [
      `Total: ${takingsLine(total)}`,
      ...(prices.length > 0 ? [`Priced in a currency: ${prices.map(priceLine).join(", ")}`] : []),
    ].join("\n"),
    ...(lines.length > 0 ? [lines.join("\n")] : []),
    "Days are the business days of each terminal. See the report:",
    page,
    `You receive this report ${FREQUENCY_LABELS[frequency]}. To unsubscribe or change how often:`,
    `${page}#email`,
  ]);
}

const FREQUENCY_LABELS = { daily: "every day", weekly: "every week", monthly: "every month" };

/** Refunds and net only where something was refunded. */
function takingsLine({ micros, sales, refundedMicros }: Omit<Report["terminals"][number], "name">): string {
  const line = `${displayAmount(micros)} USDT (${paymentCount(sales)})`;
  if (refundedMicros === 0n) return line;
  return `${line}, refunded ${displayAmount(refundedMicros)} USDT, net ${displayAmount(micros - refundedMicros)} USDT`;
}

function priceLine(price: Report["prices"][number]): string {
  return `${displayPrice(price)} (${paymentCount(price.sales)})`;
}

function paymentCount(count: bigint): string {
  return count === 1n ? "1 payment" : `${formatCount(count)} payments`;
}

type Books = {
  merchantId: string;
  merchantName: string;
  environment: "sandbox" | "live";
  /** the first and last day of the month */
  from: string;
  to: string;
  lines: number;
  withoutValue: number;
  agrees: boolean;
  /** false: the file is too large for an email */
  isAttached: boolean;
};

/** The accounting export of a month, with links to the page and to unsubscribe. */
export function booksEmail(settings: Settings, to: string, books: Books): EmailMessage {
  const { merchantId, environment, from, to: last, lines, withoutValue, agrees, isAttached } = books;
  const merchantName = oneLine(books.merchantName);
  const month = monthOf(from);
  const isSandbox = environment === "sandbox";
  const page = `${settings.appUrl}/dashboard/${merchantId}/${environment}/reports/accounting?from=${from}&to=${last}`;
  const count = lines === 1 ? "1 line" : `${formatCount(lines)} lines`;
  return write(settings, to, `Accounting of ${merchantName}, ${month}${isSandbox ? " (sandbox)" : ""}`, [
    `The accounting export of ${merchantName} for ${month} has ${count}${isAttached ? " and is attached" : ", too many for an email"}.${isSandbox ? " This is the sandbox, no real money." : ""}`,
    agrees ? "Reconciliation: everything agrees." : "Reconciliation: some amounts differ. The page shows which ones.",
    ...(withoutValue > 0
      ? [`Without a value, since no rate was known: ${formatCount(withoutValue)}. You can enter a rate on the page.`]
      : []),
    isAttached ? "See the page:" : "Download it from the page:",
    page,
    "You receive this every month. To unsubscribe:",
    `${page}#email`,
  ]);
}

/** `March 2026` */
function monthOf(day: string): string {
  const parts = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return dateTimeFormat("en-GB", parts)?.format(new Date(day)) ?? day.slice(0, 7);
}

/** `Sun, 1 Mar 2026` */
function longDay(day: string): string {
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return dateTimeFormat("en-GB", parts)?.format(new Date(day)) ?? day;
}

/** What a member or the operator is notified of. `unsubscribe`: the page that ends these emails. */
export function notificationEmail(
  settings: Settings,
  to: string,
  { subject, paragraphs, unsubscribe }: { subject: string; paragraphs: string[]; unsubscribe?: string },
): EmailMessage {
  return { ...write(settings, to, subject, paragraphs), unsubscribe };
}

function write({ appName, appUrl }: Settings, to: string, subject: string, paragraphs: string[]): EmailMessage {
  return {
    to,
    subject: `${appName}: ${subject}`,
    text: [...paragraphs, `-- \n${appName}\n${appUrl}`].join("\n\n"),
  };
}
