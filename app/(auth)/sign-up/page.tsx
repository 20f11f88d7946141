import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignUpForm } from "@/app/(auth)/sign-up/sign-up-form";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { TextLink } from "@/components/ui/text-link";
import { anonymous } from "@/lib/api/context";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { signUpMode } from "@/lib/users/sign-up-mode";

export const metadata: Metadata = { title: "Open a shop" };

export default async function Page() {
  if (await currentUser()) redirect("/dashboard");
  const appName = env().APP_NAME;
  if ((await signUpMode(anonymous())) !== "open") return <Closed appName={appName} />;
  return (
    <AuthFrame
      appName={appName}
      title="Open a shop"
      description="A minute from here to your first payment in the sandbox. No money moves there."
      foot={
        <>
          An account already? <TextLink href="/sign-in">Sign in</TextLink>
        </>
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
      title="By invitation"
      description="New accounts need an invitation here. Ask whoever runs your shop: an owner or a manager sends one from Settings, Team."
    >
      <ButtonLink href="/sign-in" look="primary" size="normal">
        Sign in
      </ButtonLink>
    </AuthFrame>
  );
}
