import type { Metadata } from "next";
import { listRoles } from "@/components/members/list-roles";
import { pathTo } from "@/components/shell/paths";
import { PageHeader } from "@/components/ui/page-header";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { grantableScopes, rolesGranting, SCOPES, type Scope } from "@/lib/base/values/scopes";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { getLiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { NewKey } from "./new-key";

const { create, title } = keysMessages;

export const metadata: Metadata = { title: create.title };

type Props = PageProps<"/dashboard/[merchant]/[environment]/developers/keys/new">;

export default async function Page({ params }: Props) {
  const member = await requireMember(params, "keys.manage");
  const { ctx, merchant, environment } = member;
  const [terminals, missing] = await Promise.all([listActiveTerminals(ctx), missingForLive(member)]);
  const dashboard = { merchant: merchant.id, environment };
  return (
    <>
      <PageHeader title={create.title} back={{ href: pathTo(dashboard, "developers", "keys"), label: title }} />
      <NewKey
        dashboard={dashboard}
        terminals={terminals.map(({ id, name }) => ({ id, name }))}
        choices={SCOPES.map((value) => ({ value, obstacle: obstacleOf(value, member, missing) }))}
        zone={merchant.timeZone}
        today={calendarDay(new Date(), merchant.timeZone)}
      />
    </>
  );
}

/** Why no key for live payments can be made now; null if one can, and in the sandbox. */
async function missingForLive({ ctx, merchant, environment }: Member): Promise<string | null> {
  if (environment === "sandbox") return null;
  const readiness = await getLiveReadiness(ctx);
  if (readiness === "off") return create.noNode;
  return readiness === "no_wallet" ? create.noWallet(merchant.name) : null;
}

/** Why the member can't give a key this scope; null if they can. */
function obstacleOf(scope: Scope, { ctx }: Member, missing: string | null): string | null {
  if (!grantableScopes(ctx.role).includes(scope)) return create.cannotGive(listRoles(rolesGranting(scope)));
  return scope === "intents:write" ? missing : null;
}
