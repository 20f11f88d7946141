import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { signOut } from "@/app/_kit/actions";
import { cashierStart } from "@/app/(dashboard)/cashier-start";
import { firstDashboard } from "@/app/(dashboard)/first-dashboard";
import { NewBusinessForm } from "@/app/(dashboard)/new-business-form";
import { AuthFrame } from "@/components/shell/auth-frame";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { env } from "@/lib/base/process/env";
import { mayAddMerchant } from "@/lib/business/merchants/add";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";

export const metadata: Metadata = { title: accountMessages.firstBusiness.pageTitle };

/** Redirects to the merchant of the last visit, a cashier to their keypad, or offers to add a first one. */
export default async function Page({ searchParams }: PageProps<"/dashboard">) {
  const user = await requireUser();
  const start = await firstDashboard(user, (await searchParams).shop);
  if (start) redirect((await cashierStart(user, start)) ?? start.path);
  const open = await mayAddMerchant(user.ctx);
  const text = accountMessages.firstBusiness;
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={open ? text.title : text.invitationTitle}
      description={open ? text.description : text.invitation(user.account.email)}
      foot={<TextLink href="/account">{accountMessages.pages.label}</TextLink>}
    >
      {open && <NewBusinessForm />}
      <form action={signOut} className="flex justify-center">
        <Button type="submit" look="link">
          {accountMessages.signOut}
        </Button>
      </form>
    </AuthFrame>
  );
}
