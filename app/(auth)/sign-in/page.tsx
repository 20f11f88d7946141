import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ownPath } from "@/app/(auth)/own-path";
import { AuthFrame } from "@/components/shell/auth-frame";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { signUpMode } from "@/lib/people/accounts/sign-up-mode";
import { anonymous } from "@/lib/service/api/context";
import { currentUser } from "@/lib/service/auth/session";
import { authMessages } from "@/lib/service/messages/en/auth";
import { SignInForm } from "./sign-in-form";

export const metadata: Metadata = { title: authMessages.signIn.title };

export default async function Page({ searchParams }: PageProps<"/sign-in">) {
  const { next, email } = await searchParams;
  const target = ownPath(next);
  if (await currentUser()) redirect(target);
  const open = (await signUpMode(anonymous())) === "open";
  const text = authMessages.signIn;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={text.title}
      foot={
        open ? (
          <span>
            {text.noAccount} <TextLink href="/sign-up">{text.createAccount}</TextLink>
          </span>
        ) : (
          text.invitationOnly
        )
      }
    >
      <SignInForm next={target} email={typeof email === "string" ? email : ""} />
    </AuthFrame>
  );
}
