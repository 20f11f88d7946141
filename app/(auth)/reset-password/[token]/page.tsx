import { privatePage } from "@/app/_kit/private-page";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { AuthFrame } from "@/components/shell/auth-frame";
import { env } from "@/lib/base/process/env";
import { findAccountLink } from "@/lib/people/accounts/find-link";
import { anonymous } from "@/lib/service/api/context";
import { authMessages } from "@/lib/service/messages/en/auth";
import { ResetForm } from "./reset-form";

export const metadata = privatePage(authMessages.resetPassword.pageTitle);

export default async function Page({ params }: PageProps<"/reset-password/[token]">) {
  const { token } = await params;
  const appName = env().APP_NAME;
  const link = await findAccountLink(anonymous(), "password_reset", token);
  if (!link) {
    return (
      <LinkEnded appName={appName} action={{ href: "/forgot-password", label: authMessages.linkEnded.requestNew }}>
        {authMessages.linkEnded.resetPassword}
      </LinkEnded>
    );
  }
  return (
    <AuthFrame
      appName={appName}
      title={authMessages.resetPassword.title}
      description={authMessages.resetPassword.description}
    >
      <ResetForm token={token} email={link.email} />
    </AuthFrame>
  );
}
