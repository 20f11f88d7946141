import type { Metadata } from "next";
import { AuthFrame } from "@/components/shell/auth-frame";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/env";
import { authMessages } from "@/lib/messages/en/auth";
import { readSettings } from "@/lib/settings";
import { ForgotForm } from "./forgot-form";

export const metadata: Metadata = { title: authMessages.forgotPassword.pageTitle };

export default function Page() {
  const text = authMessages.forgotPassword;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={text.title}
      description={readSettings().mail ? text.description : text.descriptionWithoutMail}
      foot={<TextLink href="/sign-in">{text.back}</TextLink>}
    >
      <ForgotForm />
    </AuthFrame>
  );
}
