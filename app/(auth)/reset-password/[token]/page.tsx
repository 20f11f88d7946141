import { LinkEnded } from "@/app/(auth)/link-ended";
import { privatePage } from "@/app/(auth)/private-page";
import { AuthFrame } from "@/components/shell/auth-frame";
import { anonymous } from "@/lib/api/context";
import { env } from "@/lib/env";
import { authMessages } from "@/lib/messages/en/auth";
import { findAccountLink } from "@/lib/users/find-link";
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
