import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/session";
import { mayAddMerchant } from "@/lib/merchants/add";
import { accountMessages } from "@/lib/messages/en/account";
import { NewBusinessForm } from "./new-business-form";

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
