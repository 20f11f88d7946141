import { env } from "@/lib/env";
import type { EmailMessage } from "@/lib/mail/send";

/*
 * Plain text with one link at most, no pictures and no tracking. Every email says what to do when the reader did not ask
 * for it.
 */

export function passwordResetEmail(to: string, link: string): EmailMessage {
  return write(to, "Reset your password", [
    `Someone asked to reset the password of your ${app()} account.`,
    "If this was you, choose a new password within one hour. The link works once:",
    link,
    "If this wasn't you, ignore this email. Your password stays the same.",
  ]);
}

export function confirmAddressEmail(to: string, link: string): EmailMessage {
  return write(to, "Confirm your new email", [
    `Confirm that you want to sign in to ${app()} with this address. The link works once and expires in one hour:`,
    link,
    "If you didn't ask for this, ignore this email.",
  ]);
}

export function addressTakenEmail(to: string): EmailMessage {
  return write(to, "This email already has an account", [
    `Someone tried to change the email of another ${app()} account to this address. This address already has an account, so nothing was changed.`,
    "If this was you, sign in with this address:",
    `${env().APP_URL}/sign-in`,
    "If this wasn't you, ignore this email.",
  ]);
}

export function addressChangedEmail(to: string, newEmail: string): EmailMessage {
  return write(to, "Your email was changed", [
    `You now sign in to ${app()} with ${newEmail}. You can no longer sign in with this address.`,
    "If this wasn't you, contact your administrator immediately.",
  ]);
}

export function passwordChangedEmail(to: string): EmailMessage {
  return write(to, "Your password was changed", [
    `The password of your ${app()} account was just changed. All other sessions were signed out.`,
    "If this wasn't you, reset your password immediately:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function twoStepSignInEmail(to: string, change: "added" | "removed"): EmailMessage {
  const added = change === "added";
  return write(to, added ? "Two-step sign-in is on" : "Two-step sign-in is off", [
    added
      ? `Signing in to ${app()} now requires a code from your authenticator app.`
      : `Signing in to ${app()} no longer requires a code from your authenticator app.`,
    "If this wasn't you, contact your administrator and reset your password immediately:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function wrongCodesEmail(to: string): EmailMessage {
  return write(to, "Someone knows your password", [
    `Someone entered your ${app()} password and then several incorrect authenticator codes. They couldn't sign in.`,
    "If this was you, you don't need to do anything. You can sign in with a recovery code at any time.",
    "If this wasn't you, reset your password immediately:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function invitationEmail(
  to: string,
  invitation: { link: string; merchantName: string; role: string; inviter: string },
): EmailMessage {
  const { link, merchantName, role, inviter } = invitation;
  return write(to, `Join ${merchantName}`, [
    `${inviter} invited you to join ${merchantName} on ${app()} as ${role}.`,
    "Accept within seven days. The link works once, and only for this address:",
    link,
    "If you don't know the sender, ignore this email.",
  ]);
}

const app = () => env().APP_NAME;

function write(to: string, subject: string, paragraphs: string[]): EmailMessage {
  const { APP_NAME, APP_URL } = env();
  return {
    to,
    subject: `${APP_NAME}: ${subject}`,
    text: [...paragraphs, `-- \n${APP_NAME}\n${APP_URL}`].join("\n\n"),
  };
}
