import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { NewBusinessForm } from "@/app/(dashboard)/new-business-form";
import { PageHeader } from "@/components/ui/page-header";
import { mayAddMerchant } from "@/lib/business/merchants/add";
import { requireUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";

export const metadata: Metadata = { title: accountMessages.newBusiness.title };

export default async function Page() {
  const { ctx } = await requireUser();
  if (!(await mayAddMerchant(ctx))) forbidden();
  return (
    <>
      <PageHeader
        title={accountMessages.newBusiness.title}
        description={accountMessages.newBusiness.description}
        back={{ href: "/account", label: accountMessages.pages.profile }}
      />
      <div className="max-w-md">
        <NewBusinessForm />
      </div>
    </>
  );
}
