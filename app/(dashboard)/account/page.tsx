import type { Metadata } from "next";
import { AffectedKeys } from "@/components/keys/affected-keys";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ThemeChoice } from "@/components/ui/theme-choice";
import { listMadeKeys } from "@/lib/business/keys/list-made";
import { mayAddMerchant } from "@/lib/business/merchants/add";
import { listMemberships } from "@/lib/people/members/find-membership";
import { listPasskeys } from "@/lib/people/second-factor/list-passkeys";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";
import { BusinessList } from "./business-list";
import { EmailForm } from "./email-form";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";

export const metadata: Metadata = { title: accountMessages.pages.profile };

export default async function Page() {
  const { ctx, account } = await requireUser();
  const [memberships, mayOpen, passkeys] = await Promise.all([
    listMemberships(ctx),
    mayAddMerchant(ctx),
    listPasskeys(ctx),
  ]);
  const keys = await listMadeKeys(
    ctx,
    memberships.map(({ merchant }) => merchant.id),
    ctx.actor.userId,
  );
  const businesses = memberships.map(({ merchant: { id, name }, role }) => ({
    id,
    name,
    role,
    affected: (
      <AffectedKeys keys={keys.filter(({ merchantId }) => merchantId === id)} from={role} to={null} whose="yours" />
    ),
  }));
  const text = accountMessages;
  return (
    <>
      <PageHeader title={text.pages.profile} />
      <Section title={text.name.title} description={text.name.description} layout="beside">
        <NameForm name={account.name} />
      </Section>
      <Section
        title={text.email.title}
        description={ctx.settings.mail ? text.email.description : text.email.descriptionWithoutMail}
        layout="beside"
      >
        <EmailForm email={account.email} />
      </Section>
      <Section title={text.changePassword.title} description={text.changePassword.description} layout="beside">
        <PasswordForm email={account.email} passkeys={passkeys.map(({ name }) => name)} />
      </Section>
      <Section title={text.theme.title} description={text.theme.description} layout="beside">
        <ThemeChoice hideLegend />
      </Section>
      <Section
        title={text.businesses.title}
        actions={mayOpen && <ButtonLink href="/account/new-shop">{text.businesses.add}</ButtonLink>}
      >
        <BusinessList businesses={businesses} />
      </Section>
    </>
  );
}
