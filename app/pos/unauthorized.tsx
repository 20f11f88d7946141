import type { Metadata } from "next";
import { headers } from "next/headers";
import { AuthFrame } from "@/components/shell/auth-frame";
import { withQuery } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { posMessages } from "@/lib/messages/en/pos";

const { unavailable } = posMessages;

export const metadata: Metadata = { title: unavailable.pageTitle, robots: { index: false, follow: false } };

/** Shown for every refused keypad, whatever the reason, so that no one learns which keypads exist. */
export default async function Closed() {
  const wanted = (await headers()).get("x-till-path") ?? "/dashboard";
  const signedIn = (await currentUser()) !== null;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={unavailable.title}
      description={signedIn ? unavailable.signedIn : unavailable.signedOut}
      foot={unavailable.foot}
    >
      {signedIn ? (
        <ButtonLink href="/dashboard" look="primary" size="normal">
          {unavailable.dashboard}
        </ButtonLink>
      ) : (
        <ButtonLink href={withQuery("/sign-in", { next: wanted })} look="primary" size="normal">
          {unavailable.signIn}
        </ButtonLink>
      )}
    </AuthFrame>
  );
}
