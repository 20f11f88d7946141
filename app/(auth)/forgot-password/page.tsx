import type { Metadata } from "next";
import { ForgotForm } from "@/app/(auth)/forgot-password/forgot-form";
import { AuthFrame } from "@/components/shell/auth-frame";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/env";
import { isMailOn } from "@/lib/mail/send";

export const metadata: Metadata = { title: "Forgotten password" };

export default function Page() {
  const mail = isMailOn();
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title="Forgotten your password?"
      description={
        mail
          ? "We send a link to your e-mail, with which you choose a new one."
          : "This installation sends no mail. Tell it your e-mail, and then ask whoever runs it for a link: they make one in a moment."
      }
      foot={<TextLink href="/sign-in">Back to sign in</TextLink>}
    >
      <ForgotForm />
    </AuthFrame>
  );
}
