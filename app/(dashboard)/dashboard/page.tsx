import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NewShopForm } from "@/app/(dashboard)/account/new-shop/new-shop-form";
import { signOut } from "@/app/(dashboard)/actions";
import { startPlace } from "@/app/(dashboard)/start-place";
import { AuthFrame } from "@/components/shell/auth-frame";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { requireUser } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { mayAddMerchant } from "@/lib/merchants/add";

export const metadata: Metadata = { title: "Dashboard" };

/** The way into the dashboard: to the shop of the last visit, or to a first one. */
export default async function Page({ searchParams }: PageProps<"/dashboard">) {
  const user = await requireUser();
  const start = await startPlace(user, (await searchParams).shop);
  if (start) redirect(start.path);
  const open = await mayAddMerchant(user.ctx);
  return (
    <AuthFrame
      appName={env().APP_NAME}
      title={open ? "Open your first shop" : "You are in no shop yet"}
      description={
        open
          ? "You have an account, and no shop belongs to it."
          : `Ask an owner or a manager to invite ${user.account.email}. The link in the invitation opens the shop.`
      }
      foot={<TextLink href="/account">Your account</TextLink>}
    >
      {open && <NewShopForm />}
      <form action={signOut} className="flex justify-center">
        <Button type="submit" look="link">
          Sign out
        </Button>
      </form>
    </AuthFrame>
  );
}
