import { privatePage } from "@/app/_kit/private-page";
import { LinkEnded } from "@/app/(auth)/link-ended";
import { AuthFrame } from "@/components/shell/auth-frame";
import { ButtonLink } from "@/components/ui/button-link";
import { env } from "@/lib/base/process/env";
import { findSubscription } from "@/lib/delivery/notifications/unsubscribe";
import { anonymous } from "@/lib/service/api/context";
import { notificationsMessages } from "@/lib/service/messages/en/notifications";
import { UnsubscribeForm } from "./unsubscribe-form";

const messages = notificationsMessages.unsubscribe;

export const metadata = privatePage(messages.pageTitle);

export default async function Page({ params }: PageProps<"/unsubscribe/[token]">) {
  const { token } = await params;
  const appName = env().APP_NAME;
  const found = await findSubscription(anonymous(), token);
  if (!found) {
    return (
      <LinkEnded appName={appName} action={{ href: "/dashboard", label: messages.toDashboard }}>
        {messages.unknown}
      </LinkEnded>
    );
  }
  if (!found.byEmail) {
    return (
      <AuthFrame appName={appName} title={messages.ended} description={messages.endedText}>
        <ButtonLink href="/dashboard">{messages.toDashboard}</ButtonLink>
      </AuthFrame>
    );
  }
  const name = found.environment === "sandbox" ? `${found.merchantName} ${messages.sandbox}` : found.merchantName;
  return (
    <AuthFrame
      appName={appName}
      title={messages.title}
      description={
        <span>
          {messages.description.before} <strong className="wrap-anywhere">{name}</strong> {messages.description.between}{" "}
          <span className="wrap-anywhere">{found.email}</span>.
        </span>
      }
    >
      <UnsubscribeForm token={token} />
    </AuthFrame>
  );
}
