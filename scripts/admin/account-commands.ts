import { z } from "zod";
import { createResetLink } from "@/lib/users/create-reset-link";
import { removeAuthenticatorOf } from "@/lib/users/remove-authenticator";
import { type Command, command } from "@/scripts/admin/command";
import { operator } from "@/scripts/admin/context";

const Email = z.email("must be an e-mail address");

export const ACCOUNT_COMMANDS: Record<string, Command> = {
  "reset-link": command({
    what: "Makes a link for somebody who forgot the password; it works once, for an hour. An authenticator stays on.",
    options: { email: Email },
    run: async (db, { email }) => {
      const { link, expiresAt } = await createResetLink(operator(db), email);
      return { email, link, expires_at: expiresAt.toISOString() };
    },
  }),
  "remove-authenticator": command({
    what: "Switches two-step sign-in off for somebody who has lost authenticator and recovery codes.",
    options: { email: Email },
    run: async (db, { email }) => {
      await removeAuthenticatorOf(operator(db), email);
      return { email, authenticator: "removed" };
    },
  }),
};
