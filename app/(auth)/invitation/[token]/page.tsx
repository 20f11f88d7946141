import { signOut } from "@/app/_kit/actions";
import { privatePage } from "@/app/_kit/private-page";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { AuthFrame } from "@/components/shell/auth-frame";
import { withQuery } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { findInvitation } from "@/lib/people/members/find-invitation";
import { anonymous } from "@/lib/service/api/context";
import { currentUser } from "@/lib/service/auth/session";
import { authMessages } from "@/lib/service/messages/en/auth";
import { teamMessages } from "@/lib/service/messages/en/team";
import { AcceptForm } from "./accept-form";
import { JoinForm } from "./join-form";

export const metadata = privatePage(authMessages.invitation.pageTitle);

export default async function Page({ params }: PageProps<"/invitation/[token]">) {
  const { token } = await params;
  const { APP_NAME, SIGNUP } = env();
  const invitation = await findInvitation(anonymous(), token);
  if (!invitation) {
    return (
      <LinkEnded appName={APP_NAME} action={{ href: "/dashboard", label: authMessages.linkEnded.toDashboard }}>
        {authMessages.linkEnded.invitation}
      </LinkEnded>
    );
  }
  const { shop, invitedBy, role, email } = invitation;
  const user = await currentUser();
  const text = authMessages.invitation;
  const back = `/invitation/${token}`;
  const signIn = withQuery("/sign-in", { next: back, email: email || null });
  const another = user && email && email.toLowerCase() !== user.account.email.toLowerCase();
  return (
    <AuthFrame
      appName={APP_NAME}
      title={text.title(shop)}
      description={
        <>
          <span>{`${text.invitedBy(invitedBy)} `}</span>
          <strong>{teamMessages.roles[role].label.toLowerCase()}</strong>
          <span>{`. ${teamMessages.roles[role].description}`}</span>
        </>
      }
      foot={
        !user && (
          <span>
            {authMessages.haveAccount} <TextLink href={signIn}>{text.signInToAccept}</TextLink>
          </span>
        )
      }
    >
      {user && another && (
        <Note tone="amber">
          {text.forAnother.before} <strong className="wrap-anywhere">{email}</strong>
          {text.forAnother.between} <span className="wrap-anywhere">{user.account.email}</span>. {text.forAnother.after}
        </Note>
      )}
      {another && (
        <form action={signOut} className="flex flex-col">
          <Button type="submit" look="secondary">
            {text.signOut}
          </Button>
        </form>
      )}
      {user && !another && <AcceptForm token={token} email={user.account.email} />}
      {!user && SIGNUP !== "closed" && <JoinForm token={token} email={email} />}
      {!user && SIGNUP === "closed" && (
        <ButtonLink href={signIn} look="primary" size="normal">
          {text.signInToAccept}
        </ButtonLink>
      )}
    </AuthFrame>
  );
}
