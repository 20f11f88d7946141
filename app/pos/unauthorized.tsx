import type { Metadata } from "next";
import { headers } from "next/headers";
import { signOut } from "@/app/_kit/actions";
import { AuthFrame } from "@/components/shell/auth-frame";
import { withQuery } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { env } from "@/lib/base/process/env";
import { listMemberships } from "@/lib/people/members/find-membership";
import { currentUser, type SignedIn } from "@/lib/service/auth/session";
import { posMessages } from "@/lib/service/messages/en/pos";

const { unavailable } = posMessages;

export const metadata: Metadata = { title: unavailable.pageTitle, robots: { index: false, follow: false } };

/** Shown for every refused keypad, whatever the reason, so that no one learns which keypads exist. */
export default async function Closed() {
  const wanted = (await headers()).get("x-till-path") ?? "/dashboard";
  const user = await currentUser();
  const needsTwoStep = user !== null && (await lacksTwoStep(user));
  const signedIn = needsTwoStep ? unavailable.lacksTwoStep : unavailable.signedIn;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={unavailable.title}
      description={user ? signedIn : unavailable.signedOut}
      foot={unavailable.foot}
    >
      {user ? (
        <>
          <ButtonLink href={needsTwoStep ? "/account/security" : "/dashboard"} look="primary" size="normal">
            {needsTwoStep ? unavailable.setUpTwoStep : unavailable.dashboard}
          </ButtonLink>
          <form action={signOut} className="flex justify-center">
            <Button type="submit" look="link">
              {unavailable.signOut}
            </Button>
          </form>
        </>
      ) : (
        <ButtonLink href={withQuery("/sign-in", { next: wanted })} look="primary" size="normal">
          {unavailable.signIn}
        </ButtonLink>
      )}
    </AuthFrame>
  );
}

/**
 * Whether any business of theirs requires the second step that they lack. It says nothing about the requested keypad.
 */
async function lacksTwoStep({ account, ctx }: SignedIn): Promise<boolean> {
  if (account.totpEnabled) return false;
  return (await listMemberships(ctx)).some(({ merchant }) => merchant.requiresTwoStep);
}
