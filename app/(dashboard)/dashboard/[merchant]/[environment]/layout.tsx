import type { ReactNode } from "react";
import { signOut } from "@/app/_kit/actions";
import { NewPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/new-payment/new-payment";
import { RememberDashboard } from "@/components/accounts/remember-dashboard";
import { WrongCodesNote } from "@/components/accounts/wrong-codes-note";
import { AppShell } from "@/components/shell/app-shell";
import { commandsFor } from "@/components/shell/commands";
import { LiveMissing } from "@/components/shell/live-missing";
import { navigationFor } from "@/components/shell/navigation";
import { pathTo } from "@/components/shell/paths";
import { FiltersProvider } from "@/components/ui/filters-provider";
import { mayAddMerchant } from "@/lib/business/merchants/add";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { getLiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { countWaiting } from "@/lib/payments/attention/count-waiting";
import { offerPrices } from "@/lib/payments/prices/offer-prices";
import { listMemberships, type Membership } from "@/lib/people/members/find-membership";
import { findWrongCodes } from "@/lib/people/second-factor/find-wrong-codes";
import { findMember, type Member } from "@/lib/service/auth/member";
import { currentUser } from "@/lib/service/auth/session";
import { newPaymentMessages } from "@/lib/service/messages/en/new-payment";

type Props = { children: ReactNode; params: Promise<{ merchant: string; environment: string }> };

const FIRST_DAY_MS = 86_400_000;

/** The shell around every page of a merchant. It authorises nothing: each page does that itself. */
export default async function DashboardLayout({ children, params }: Props) {
  const [user, member] = [await currentUser(), await findMember(await params)];
  if (!user || typeof member === "string") return children;
  const { merchant, environment, account } = member;
  const [memberships, wrongCodes] = await Promise.all([listMemberships(user.ctx), findWrongCodes(user.ctx)]);
  const dashboard = { merchant: merchant.id, environment };
  const isLiveOff = user.ctx.settings.network === null;
  return (
    <AppShell
      merchant={shown(merchant)}
      merchants={memberships.map((membership) => shown(membership.merchant))}
      environment={environment}
      isLiveOff={isLiveOff}
      user={{ name: account.name, email: account.email }}
      navigation={navigationFor(dashboard, member.can, await countsOf(member))}
      accountHref="/account"
      signOut={signOut}
      newMerchantHref={(await mayAddMerchant(user.ctx)) ? "/account/new-shop" : undefined}
      commands={commandsFor(dashboard, member.can, isLiveOff)}
      searchHref={`${pathTo(dashboard)}/search`}
      isSandboxKnown={Date.now() - merchant.createdAt.getTime() > FIRST_DAY_MS}
      action={
        member.can("payments.charge") &&
        !(environment === "live" && isLiveOff) && (
          <NewPayment
            dashboard={dashboard}
            terminals={await listActiveTerminals(member.ctx)}
            offers={await offerPrices(member.ctx)}
            withoutTerminals={
              member.can("terminals.manage") ? newPaymentMessages.noTerminals : newPaymentMessages.noTerminalsVisible
            }
          />
        )
      }
    >
      <RememberDashboard {...dashboard} />
      {wrongCodes && <WrongCodesNote {...wrongCodes} />}
      {environment === "live" && (
        <LiveMissing
          readiness={await getLiveReadiness(member.ctx)}
          dashboard={dashboard}
          canLook={member.can("settlement.view")}
          canSet={member.can("settlement.manage")}
        />
      )}
      <FiltersProvider>
        <div className="contents">{children}</div>
      </FiltersProvider>
    </AppShell>
  );
}

/** How much waits for a person in this environment: items, refunds and transfers of the refund wallet. */
async function countsOf({ ctx, can }: Member) {
  if (!can("settlement.view")) return {};
  const { open, toConfirm, proposed } = await countWaiting(ctx);
  return { settlement: open + toConfirm + proposed };
}

function shown({ id, name, logoDigest }: Membership["merchant"]) {
  return { id, name, logoUrl: logoDigest ? `/logo/${id}/${logoDigest}` : undefined };
}
