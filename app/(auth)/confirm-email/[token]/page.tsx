import { ConfirmForm } from "@/app/(auth)/confirm-email/[token]/confirm-form";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { privatePage } from "@/app/(auth)/private-page";
import { AuthFrame } from "@/components/shell/auth-frame";
import { anonymous } from "@/lib/api/context";
import { env } from "@/lib/env";
import { findAccountLink } from "@/lib/users/find-link";

export const metadata = privatePage("Confirm e-mail");

export default async function Page({ params }: PageProps<"/confirm-email/[token]">) {
  const { token } = await params;
  const appName = env().APP_NAME;
  const link = await findAccountLink(anonymous(), "email_change", token);
  if (!link) {
    return (
      <LinkEnded appName={appName} action={{ href: "/account", label: "Go to your account" }}>
        Each works once, for an hour. Your account shows which e-mail it has.
      </LinkEnded>
    );
  }
  return (
    <AuthFrame
      appName={appName}
      title="Use this e-mail?"
      description={
        <>
          From then on you sign in with <strong className="wrap-anywhere">{link.newEmail}</strong> in place of{" "}
          <span className="wrap-anywhere">{link.email}</span>.
        </>
      }
    >
      <ConfirmForm token={token} />
    </AuthFrame>
  );
}
