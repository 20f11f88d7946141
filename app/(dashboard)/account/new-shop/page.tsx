import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { NewShopForm } from "@/app/(dashboard)/account/new-shop/new-shop-form";
import { PageHeader } from "@/components/ui/page-header";
import { requireUser } from "@/lib/auth/session";
import { mayAddMerchant } from "@/lib/merchants/add";

export const metadata: Metadata = { title: "Open a shop" };

export default async function Page() {
  const { ctx } = await requireUser();
  if (!(await mayAddMerchant(ctx))) forbidden();
  return (
    <>
      <PageHeader
        title="Open a shop"
        description="A shop has its own terminals, keys, team and reports. You are its owner."
        back={{ href: "/account", label: "You" }}
      />
      <div className="max-w-md">
        <NewShopForm />
      </div>
    </>
  );
}
