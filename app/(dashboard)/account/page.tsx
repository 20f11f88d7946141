import type { Metadata } from "next";
import { EmailForm } from "@/app/(dashboard)/account/email-form";
import { NameForm } from "@/app/(dashboard)/account/name-form";
import { PasswordForm } from "@/app/(dashboard)/account/password-form";
import { ShopList } from "@/app/(dashboard)/account/shop-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { requireUser } from "@/lib/auth/session";
import { isMailOn } from "@/lib/mail/send";
import { listMemberships } from "@/lib/members/find-membership";
import { mayAddMerchant } from "@/lib/merchants/add";

export const metadata: Metadata = { title: "Your account" };

export default async function Page() {
  const { ctx, account } = await requireUser();
  const [memberships, mayOpen] = await Promise.all([listMemberships(ctx), mayAddMerchant(ctx)]);
  const shops = memberships.map(({ merchant, role }) => ({ id: merchant.id, name: merchant.name, role }));
  return (
    <>
      <PageHeader title="You" />
      <Section title="Name" description="The others in your shops see it, and the audit log." layout="beside">
        <NameForm name={account.name} />
      </Section>
      <Section
        title="E-mail"
        description={
          isMailOn()
            ? "You sign in with it. A new one counts once its link was opened, and the old one is told."
            : "You sign in with it. A new one counts at once."
        }
        layout="beside"
      >
        <EmailForm email={account.email} />
      </Section>
      <Section
        title="Password"
        description="Every other device is signed out when you change it. This one stays."
        layout="beside"
      >
        <PasswordForm email={account.email} />
      </Section>
      <Section
        title="Shops"
        description="Where you work, and as what."
        actions={mayOpen && <ButtonLink href="/account/new-shop">Open a shop</ButtonLink>}
      >
        <ShopList shops={shops} />
      </Section>
    </>
  );
}
