import type { Metadata } from "next";
import { Suspense } from "react";
import { InvitationList } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/invitation-list";
import { InviteDialog } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/invite-dialog";
import { MemberMenu } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settings/team/member-menu";
import { memberColumns } from "@/components/team/member-columns";
import { RoleTable } from "@/components/team/role-table";
import { DataTable } from "@/components/ui/data-table";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TableSkeleton } from "@/components/ui/table-skeleton";
import { type Member, requireMember } from "@/lib/auth/member";
import { isMailOn } from "@/lib/mail/send";
import { listMembers, type TeamMember } from "@/lib/members/list";
import { listInvitations } from "@/lib/members/list-invitations";
import { managedRoles, rolesWith } from "@/lib/members/permissions";
import { listTerminals } from "@/lib/terminals/list";

export const metadata: Metadata = { title: "Team" };

/** The skeleton stands inside the page, not in a `loading.tsx`: whoever may not come here gets his 404 or 403 first. */
export default async function Page({ params }: PageProps<"/dashboard/[merchant]/[environment]/settings/team">) {
  const member = await requireMember(params, "team.view");
  return (
    <Suspense fallback={<Waiting manages={member.can("team.manage")} />}>
      <Team member={member} />
    </Suspense>
  );
}

function Waiting({ manages }: { manages: boolean }) {
  return (
    <>
      <PageHeader title="Team" description={descriptionFor(manages)} />
      <TableSkeleton caption="Team" columns={memberColumns({ zone: "UTC", now: "", menuOf: null })} rows={3} />
    </>
  );
}

function descriptionFor(manages: boolean) {
  return manages ? "Who works in this shop, and what each may do. A change holds at once." : "Who works in this shop.";
}

async function Team({ member: { ctx, merchant, environment, can } }: { member: Member }) {
  const manages = can("team.manage");
  const [members, invitations, terminals] = await Promise.all([
    listMembers(ctx),
    manages ? listInvitations(ctx) : [],
    manages ? listTerminals(ctx, { archived: false }) : [],
  ]);
  const scope = { merchant: merchant.id, environment };
  const roles = managedRoles(ctx.role);
  const choices = { scope, roles, terminals: terminals.map(({ id, name }) => ({ id, name })) };
  const now = new Date().toISOString();
  const menuOf = ({ userId, name, email, role, terminals: seen, you }: TeamMember) =>
    roles.includes(role) && (
      <MemberMenu
        {...choices}
        member={{ userId, name: name || email, role, terminalIds: seen?.map(({ id }) => id) ?? [], you }}
      />
    );
  return (
    <>
      <PageHeader
        title="Team"
        description={descriptionFor(manages)}
        actions={manages && <InviteDialog {...choices} mail={isMailOn()} />}
      />
      <DataTable
        caption="Team"
        columns={memberColumns({ zone: merchant.timeZone, now, menuOf: manages ? menuOf : null })}
        rows={members}
        rowId={({ userId }) => userId}
        empty={null}
      />
      {invitations.length > 0 && (
        <Section title="Open invitations" description="Each works once and ends after seven days.">
          <InvitationList
            scope={scope}
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
      <Section
        title="Who may do what"
        description="The whole of it: a page or a button that a role may not use is not shown to it."
      >
        <RoleTable rolesWith={rolesWith} />
      </Section>
    </>
  );
}
