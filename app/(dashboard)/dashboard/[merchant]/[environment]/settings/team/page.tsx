import type { Metadata } from "next";
import { Suspense } from "react";
import { AffectedKeys } from "@/components/keys/affected-keys";
import { memberColumns } from "@/components/members/member-columns";
import { RoleTable } from "@/components/members/role-table";
import { pathTo, withQuery } from "@/components/shell/paths";
import { DataTable } from "@/components/ui/data-table";
import { NumberedPager } from "@/components/ui/numbered-pager";
import { PageHeader } from "@/components/ui/page-header";
import { pageOf } from "@/components/ui/page-of";
import { Section } from "@/components/ui/section";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { TextLink } from "@/components/ui/text-link";
import { managedRoles, rolesWith } from "@/lib/base/values/permissions";
import { listMadeKeys, type MadeKey } from "@/lib/business/keys/list-made";
import { listActiveTerminals } from "@/lib/business/terminals/list-names";
import { listMembers, type TeamMember } from "@/lib/people/members/list";
import { listInvitations } from "@/lib/people/members/list-invitations";
import { type Member, requireMember } from "@/lib/service/auth/member";
import { teamMessages } from "@/lib/service/messages/en/team";
import { InvitationList } from "./invitation-list";
import { InviteDialog } from "./invite-dialog";
import { MemberMenu } from "./member-menu";
import { RequireTwoStep } from "./require-two-step";

const { description, invitations: invitationMessages, roleTable, title, twoStep } = teamMessages;

export const metadata: Metadata = { title };

/**
 * The skeleton is inside the page, not in a `loading.tsx`, so that a 404 or 403 is sent before anything is streamed.
 */
export default async function Page({
  params,
  searchParams,
}: PageProps<"/dashboard/[merchant]/[environment]/settings/team">) {
  const member = await requireMember(params, "team.view");
  return (
    <Suspense fallback={<Waiting manages={member.can("team.manage")} />}>
      <Team member={member} page={(await searchParams).page} />
    </Suspense>
  );
}

function Waiting({ manages }: { manages: boolean }) {
  return (
    <>
      <PageHeader title={title} description={descriptionFor(manages)} />
      <TableSkeleton caption={title} columns={memberColumns({ zone: "UTC", now: "", renderMenu: null })} rows={3} />
    </>
  );
}

function descriptionFor(manages: boolean) {
  return manages ? description.managing : description.viewing;
}

async function Team({ member, page }: { member: Member; page: string | string[] | undefined }) {
  const { ctx, merchant, environment, can } = member;
  const manages = can("team.manage");
  const [members, invitations, terminals, keys] = await Promise.all([
    listMembers(ctx),
    manages ? listInvitations(ctx) : [],
    manages ? listActiveTerminals(ctx) : [],
    manages ? listMadeKeys(ctx, [ctx.merchantId]) : [],
  ]);
  const { rows, ...turns } = pageOf(members, page);
  const dashboard = { merchant: merchant.id, environment };
  const roles = managedRoles(ctx.role);
  const choices = { dashboard, roles, terminals: terminals.map(({ id, name }) => ({ id, name })) };
  const now = new Date().toISOString();
  const allowsSetup = merchant.requiresTwoStep && can("two_step.require") && !ctx.settings.mail;
  const renderMenu = ({ userId, name, email, role, terminals: seen, totpEnabled, you }: TeamMember) => {
    if (!roles.includes(role)) return null;
    const made = keysMadeBy(keys, userId);
    return (
      <MemberMenu
        {...choices}
        setUp={allowsSetup && !totpEnabled}
        affected={<AffectedKeys keys={made} from={role} to={null} whose="theirs" />}
        member={{
          userId,
          name: name || email,
          role,
          terminalIds: seen?.map(({ id }) => id) ?? [],
          you,
          keys: made,
        }}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        description={descriptionFor(manages)}
        actions={manages && <InviteDialog {...choices} mail={ctx.settings.mail !== null} />}
      />
      <DataTable
        caption={title}
        columns={memberColumns({ zone: merchant.timeZone, now, renderMenu: manages ? renderMenu : null })}
        rows={rows}
        rowId={({ userId }) => userId}
        empty={null}
      />
      <NumberedPager page={turns} address={(page) => withQuery(pathTo(dashboard, "settings", "team"), { page })} />
      {invitations.length > 0 && (
        <Section title={invitationMessages.title} description={invitationMessages.description}>
          <InvitationList
            dashboard={dashboard}
            zone={merchant.timeZone}
            now={now}
            invitations={invitations.map(({ createdAt, expiresAt, terminals: seen, ...invitation }) => ({
              ...invitation,
              terminals: seen?.map(({ name }) => name) ?? null,
              expiresAt: expiresAt.toISOString(),
              revocable: roles.includes(invitation.role),
            }))}
          />
        </Section>
      )}
      <TwoStep member={member} members={members} />
      <Section title={roleTable.title} description={ctx.settings.network ? roleTable.description : roleTable.liveOff}>
        <RoleTable rolesWith={rolesWith} />
      </Section>
    </>
  );
}

/** What the dialogs about a member need of the keys that they made. */
function keysMadeBy(keys: MadeKey[], userId: string) {
  return keys
    .filter(({ madeBy }) => madeBy === userId)
    .map(({ id, name, environment, scopes }) => ({ id, name, environment, scopes }));
}

/** How members without two-step sign-in come to it; the owner who reads it can allow it. */
function describeWay(hasMail: boolean, isOwner: boolean): string {
  if (hasMail) return twoStep.byLink;
  return isOwner ? twoStep.byYou : twoStep.byOwner;
}

/** Whether the team needs two-step sign-in, who lacks it, and the owner's switch. */
function TwoStep({
  member: { ctx, account, merchant, environment, can },
  members,
}: {
  member: Member;
  members: TeamMember[];
}) {
  const required = merchant.requiresTwoStep;
  const { mail } = ctx.settings;
  const without = members.filter(({ totpEnabled }) => !totpEnabled).length;
  return (
    <Section title={twoStep.title} description={twoStep.description}>
      <div className="flex flex-col items-start gap-4 text-14">
        <p>
          <span>{`${required ? twoStep.required : twoStep.optional} `}</span>
          {without > 0 && <span>{twoStep.without(without)}</span>}
        </p>
        {required && without > 0 && <p className="text-ink-2">{describeWay(mail !== null, can("two_step.require"))}</p>}
        {can("two_step.require") &&
          (account.totpEnabled ? (
            <RequireTwoStep dashboard={{ merchant: merchant.id, environment }} required={required} />
          ) : (
            <p className="text-ink-2">
              {twoStep.ownFirst} <TextLink href="/account/security">{twoStep.ownAccount}</TextLink>
            </p>
          ))}
      </div>
    </Section>
  );
}
