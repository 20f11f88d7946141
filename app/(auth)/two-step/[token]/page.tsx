import { AddAuthenticator } from "@/app/_kit/add-authenticator";
import { privatePage } from "@/app/_kit/private-page";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { env } from "@/lib/base/process/env";
import { listPasskeys } from "@/lib/people/second-factor/list-passkeys";
import { isSetupLink } from "@/lib/people/second-factor/two-step-setup";
import { requireUser } from "@/lib/service/auth/session";
import { authMessages } from "@/lib/service/messages/en/auth";

const { linkEnded, twoStepSetup: text } = authMessages;

export const metadata = privatePage(text.title);

/** Opened from an email by the member it was sent to, who is signed in with the password or does that first. */
export default async function Page({ params }: PageProps<"/two-step/[token]">) {
  const { token } = await params;
  const { account, ctx } = await requireUser();
  const appName = env().APP_NAME;
  if (account.totpEnabled) {
    return (
      <AuthFrame appName={appName} title={text.on} description={text.onText}>
        <ButtonLink href="/dashboard" look="primary" size="normal">
          {linkEnded.toDashboard}
        </ButtonLink>
      </AuthFrame>
    );
  }
  if (!(await isSetupLink(ctx, token))) {
    return (
      <LinkEnded appName={appName} action={{ href: "/account/security", label: linkEnded.requestNew }}>
        {linkEnded.twoStepSetup}
      </LinkEnded>
    );
  }
  const passkeys = await listPasskeys(ctx);
  return (
    <AuthFrame
      appName={appName}
      title={text.title}
      description={
        <span>
          {text.signedInAs} <span className="wrap-anywhere text-ink">{account.email}</span>. {text.description}
        </span>
      }
    >
      <AddAuthenticator token={token} passkeys={passkeys.map(({ name }) => name)} size="normal" />
    </AuthFrame>
  );
}
