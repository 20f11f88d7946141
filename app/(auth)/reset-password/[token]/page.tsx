import { LinkEnded } from "@/app/(auth)/link-ended";
import { privatePage } from "@/app/(auth)/private-page";
import { ResetForm } from "@/app/(auth)/reset-password/[token]/reset-form";
import { AuthFrame } from "@/components/shell/auth-frame";
import { anonymous } from "@/lib/api/context";
import { env } from "@/lib/env";
import { findAccountLink } from "@/lib/users/find-link";

export const metadata = privatePage("New password");

export default async function Page({ params }: PageProps<"/reset-password/[token]">) {
  const { token } = await params;
  const appName = env().APP_NAME;
  const link = await findAccountLink(anonymous(), "password_reset", token);
  if (!link) {
    return (
      <LinkEnded appName={appName} action={{ href: "/forgot-password", label: "Ask for a new link" }}>
        Each works once, for an hour. If you have just chosen a password, sign in with it.
      </LinkEnded>
    );
  }
  return (
    <AuthFrame
      appName={appName}
      title="Choose a new password"
      description="Every device is signed out by it. An authenticator stays on."
    >
      <ResetForm token={token} email={link.email} />
    </AuthFrame>
  );
}
