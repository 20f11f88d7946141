import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { TextLink } from "@/components/ui/text-link";
import { anonymous } from "@/lib/api/context";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { authMessages } from "@/lib/messages/en/auth";
import { signUpMode } from "@/lib/users/sign-up-mode";
import { SignUpForm } from "./sign-up-form";

export const metadata: Metadata = { title: authMessages.signUp.pageTitle };

export default async function Page() {
  if (await currentUser()) redirect("/dashboard");
  const appName = env().APP_NAME;
  if ((await signUpMode(anonymous())) !== "open") return <Closed appName={appName} />;
  return (
    <AuthFrame
      appName={appName}
      title={authMessages.signUp.title}
      description={authMessages.signUp.description}
      foot={
        <span>
          {authMessages.haveAccount} <TextLink href="/sign-in">{authMessages.signIn.title}</TextLink>
        </span>
      }
    >
      <SignUpForm />
    </AuthFrame>
  );
}

function Closed({ appName }: { appName: string }) {
  return (
    <AuthFrame
      appName={appName}
      title={authMessages.signUp.closed.title}
      description={authMessages.signUp.closed.description}
    >
      <ButtonLink href="/sign-in" look="primary" size="normal">
        {authMessages.signIn.title}
      </ButtonLink>
    </AuthFrame>
  );
}
