import type { Route } from "next";
import type { ReactNode } from "react";
import { signOut } from "@/app/_kit/actions";
import { firstDashboard } from "@/app/(dashboard)/first-dashboard";
import { WrongCodesNote } from "@/components/accounts/wrong-codes-note";
import { SettingsNav } from "@/components/shell/settings-nav";
import { Wordmark } from "@/components/site/wordmark";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import { Toaster } from "@/components/ui/toaster";
import { TooltipLayer } from "@/components/ui/tooltip-layer";
import { env } from "@/lib/base/process/env";
import { findWrongCodes } from "@/lib/people/second-factor/find-wrong-codes";
import { currentUser } from "@/lib/service/auth/session";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages;

const PAGES: { href: Route; label: string }[] = [
  { href: "/account", label: text.pages.profile },
  { href: "/account/security", label: text.pages.security },
  { href: "/account/devices", label: text.pages.sessions },
  { href: "/account/log", label: text.pages.log },
];

/**
 * Around the pages of a person's own account, which belongs to no merchant. It authorises nothing: each page does that.
 */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const user = await currentUser();
  if (!user) return children;
  const [start, wrongCodes] = await Promise.all([firstDashboard(user), findWrongCodes(user.ctx)]);
  // a business that requires two-step sign-in would only lead back here
  const isHeld = start?.membership.merchant.requiresTwoStep && !user.account.totpEnabled;
  return (
    <>
      <header className="border-b">
        <div className="mx-auto flex min-h-14 max-w-5xl items-center justify-between gap-x-4 px-4 sm:px-6">
          <Wordmark name={env().APP_NAME} />
          <div className="flex min-w-0 items-center gap-3 text-14 sm:gap-5">
            {!isHeld && (
              <TextLink href={start?.path ?? "/dashboard"} className="inline-block min-w-0 truncate py-3">
                {start ? text.backTo(start.membership.merchant.name) : text.backToDashboard}
              </TextLink>
            )}
            <form action={signOut} className="shrink-0">
              <Button type="submit" look="ghost" size="small">
                {text.signOut}
              </Button>
            </form>
          </div>
        </div>
      </header>
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-6 lg:flex-row lg:gap-12 lg:pt-10">
        <SettingsNav label={text.pages.label} items={PAGES} />
        <main className="flex min-w-0 flex-1 flex-col gap-8">
          {wrongCodes && <WrongCodesNote {...wrongCodes} />}
          <div className="contents">{children}</div>
        </main>
      </div>
      <TooltipLayer />
      <Toaster />
    </>
  );
}
