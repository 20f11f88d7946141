import type { Metadata } from "next";
import { Note } from "@/components/ui/note";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { kindsFor } from "@/lib/delivery/notifications/kinds";
import { getPreferences } from "@/lib/delivery/notifications/preferences";
import { requireMember } from "@/lib/service/auth/member";
import { notificationsMessages as messages } from "@/lib/service/messages/en/notifications";
import { NotificationForm } from "./notification-form";
import { TelegramChat } from "./telegram-chat";

export const metadata: Metadata = { title: messages.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/settings/notifications">;

export default async function Page({ params }: Props) {
  const { ctx, merchant, environment } = await requireMember(params, "notifications.choose");
  const preferences = await getPreferences(ctx);
  const { mail, telegram } = ctx.settings;
  const dashboard = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader title={messages.title} description={messages.description[environment]} />
      {!mail && !telegram ? (
        <Note tone="amber">{messages.how.nothing}</Note>
      ) : (
        <NotificationForm
          dashboard={dashboard}
          preferences={preferences}
          kinds={kindsFor(ctx.role, environment)}
          hasMail={mail !== null}
          zone={merchant.timeZone}
        />
      )}
      {telegram && (
        <Section title={messages.telegram.title} layout="beside" description={messages.telegram.description}>
          <TelegramChat dashboard={dashboard} chat={preferences.telegram} />
        </Section>
      )}
    </>
  );
}
