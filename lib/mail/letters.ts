import { env } from "@/lib/env";
import type { Letter } from "@/lib/mail/send";

/*
 * Plain words, one link each, no pictures and nothing that tells us whether a mail was read. Every letter says what to do when
 * the reader did not ask for it.
 */

export function resetLetter(to: string, link: string): Letter {
  return write(to, "Choose a new password", [
    "Somebody, most likely you, asked for a new password for this e-mail.",
    "Choose it here within one hour; the link works once:",
    link,
    "If it was not you, do nothing. Your password stays as it is.",
  ]);
}

export function confirmEmailLetter(to: string, link: string): Letter {
  return write(to, "Confirm your new e-mail", [
    `This address is to become the one you sign in with at ${app()}.`,
    "Confirm it here within one hour; the link works once:",
    link,
    "If you did not ask for this, do nothing.",
  ]);
}

export function takenEmailLetter(to: string): Letter {
  return write(to, "This e-mail has an account already", [
    `Somebody wanted to move another account at ${app()} to this address. It has an account of its own already, so nothing was` +
      " changed.",
    "If it was you, sign in with this address:",
    `${env().APP_URL}/sign-in`,
    "If it was not you, there is nothing to do.",
  ]);
}

export function emailChangedLetter(to: string, newEmail: string): Letter {
  return write(to, "Your e-mail was changed", [
    `From now on you sign in at ${app()} with ${newEmail}, and no longer with this address.`,
    "If it was not you, tell whoever runs this installation at once.",
  ]);
}

export function passwordChangedLetter(to: string): Letter {
  return write(to, "Your password was changed", [
    `The password of your account at ${app()} was changed just now. Every other device was signed out.`,
    "If it was not you, choose a new one at once:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function authenticatorLetter(to: string, change: "added" | "removed"): Letter {
  const added = change === "added";
  return write(to, added ? "Two-step sign-in is on" : "Two-step sign-in is off", [
    added
      ? `Signing in at ${app()} now asks for a code of your authenticator.`
      : `Signing in at ${app()} no longer asks for a code of an authenticator.`,
    "If it was not you, choose a new password at once, and tell whoever runs this installation:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function wrongCodesLetter(to: string): Letter {
  return write(to, "Someone knows your password", [
    `Someone entered your password at ${app()} and then several wrong codes of your authenticator. They did not get in.`,
    "If it was you, there is nothing to do. You can use a recovery code at any time.",
    "If it was not you, choose a new password at once:",
    `${env().APP_URL}/forgot-password`,
  ]);
}

export function invitationLetter(
  to: string,
  invitation: { link: string; shop: string; role: string; inviter: string },
): Letter {
  const { link, shop, role, inviter } = invitation;
  return write(to, `You are invited to ${shop}`, [
    `${inviter} invites you to ${shop} at ${app()}, as ${role}.`,
    "Accept within seven days; the link works once, for this address alone:",
    link,
    "If you do not know the sender, do nothing.",
  ]);
}

const app = () => env().APP_NAME;

function write(to: string, subject: string, paragraphs: string[]): Letter {
  const { APP_NAME, APP_URL } = env();
  return {
    to,
    subject: `${APP_NAME}: ${subject}`,
    text: [...paragraphs, `-- \n${APP_NAME}\n${APP_URL}`].join("\n\n"),
  };
}
