import type { Metadata, Route } from "next";
import { headers } from "next/headers";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Keypad closed", robots: { index: false, follow: false } };

/** A keypad that is not open to whoever asks, for whatever reason: the same for all, so nobody learns which there are. */
export default async function Closed() {
  const wanted = (await headers()).get("x-till-path") ?? "/dashboard";
  const signedIn = (await currentUser()) !== null;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title="This keypad is closed"
      description={
        signedIn
          ? "Your account does not open it. An owner or a manager of the shop can give you this terminal, or a device link."
          : "Sign in with an account that may charge here, or open a new device link: an owner or a manager of the shop makes one."
      }
      foot="Payments that wait can still be paid, and nothing that was charged is lost."
    >
      {signedIn ? (
        <ButtonLink href="/dashboard" look="primary" size="normal">
          Go to the dashboard
        </ButtonLink>
      ) : (
        <ButtonLink href={`/sign-in?next=${encodeURIComponent(wanted)}` as Route} look="primary" size="normal">
          Sign in
        </ButtonLink>
      )}
    </AuthFrame>
  );
}
