import { privatePage } from "@/app/_kit/private-page";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { AuthFrame } from "@/components/shell/auth-frame";
import { env } from "@/lib/base/process/env";
import { findAccountLink } from "@/lib/people/accounts/find-link";
import { anonymous } from "@/lib/service/api/context";
import { authMessages } from "@/lib/service/messages/en/auth";
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
