import { z } from "zod";
import { removeAuthenticatorOf } from "@/lib/people/second-factor/remove-authenticator";
import { createResetLink } from "@/lib/people/sign-in/create-reset-link";
import { type Command, command } from "@/scripts/admin/command";
import { operator } from "@/scripts/admin/context";

const Email = z.email("must be an email address");

export const ACCOUNT_COMMANDS: Record<string, Command> = {
  "reset-link": command({
    what: "Creates a password reset link. It works once, within an hour, removes the passkeys, and leaves two-step sign-in on.",
    options: { email: Email },
    run: async (db, { email }) => {
      const { link, expiresAt } = await createResetLink(operator(db), email);
      return { email, link, expires_at: expiresAt.toISOString() };
    },
  }),
  "remove-authenticator": command({
    what: "Turns off two-step sign-in for someone who has lost their authenticator and recovery codes.",
    options: { email: Email },
    run: async (db, { email }) => {
      await removeAuthenticatorOf(operator(db), email);
      return { email, authenticator: "removed" };
    },
  }),
};
