import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { signUpMode } from "@/lib/people/accounts/sign-up-mode";
import { anonymous } from "@/lib/service/api/context";
import { currentUser } from "@/lib/service/auth/session";
import { authMessages } from "@/lib/service/messages/en/auth";
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
