import { LinkEnded } from "@/app/(auth)/link-ended";
import { privatePage } from "@/app/(auth)/private-page";
import { AuthFrame } from "@/components/shell/auth-frame";
import { anonymous } from "@/lib/api/context";
import { env } from "@/lib/env";
import { authMessages } from "@/lib/messages/en/auth";
import { findAccountLink } from "@/lib/users/find-link";
import { ConfirmForm } from "./confirm-form";

export const metadata = privatePage(authMessages.confirmEmail.pageTitle);

export default async function Page({ params }: PageProps<"/confirm-email/[token]">) {
  const { token } = await params;
  const appName = env().APP_NAME;
  const link = await findAccountLink(anonymous(), "email_change", token);
  if (!link) {
    return (
      <LinkEnded appName={appName} action={{ href: "/account", label: authMessages.linkEnded.toAccount }}>
        {authMessages.linkEnded.confirmEmail}
      </LinkEnded>
    );
  }
  const text = authMessages.confirmEmail;
  return (
    <AuthFrame
      appName={appName}
      title={text.title}
      description={
        <span>
          {text.description.before} <strong className="wrap-anywhere">{link.newEmail}</strong>{" "}
          {text.description.between} <span className="wrap-anywhere">{link.email}</span>.
        </span>
      }
    >
      <ConfirmForm token={token} />
    </AuthFrame>
  );
}
