import type { Metadata } from "next";
import { AuthFrame } from "@/components/shell/auth-frame";
import { TextLink } from "@/components/ui/text-link";
import { readSettings } from "@/lib/base/context/settings";
import { env } from "@/lib/base/process/env";
import { authMessages } from "@/lib/service/messages/en/auth";
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
