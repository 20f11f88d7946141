"use server";

import { memberAction } from "@/lib/auth/action";
import { ChangeMemberInput, changeMember as change } from "@/lib/members/change";
import { CreateInvitationInput, createInvitation } from "@/lib/members/create-invitation";
import { movesMoney } from "@/lib/members/permissions";
import { RemoveMemberInput, removeMember as remove } from "@/lib/members/remove";
import { RevokeInvitationInput, revokeInvitation as revoke } from "@/lib/members/revoke-invitation";

export const invite = memberAction(
  { input: CreateInvitationInput, permission: "team.manage", password: (_, { role }) => movesMoney(role) },
  createInvitation,
);

export const revokeInvitation = memberAction({ input: RevokeInvitationInput, permission: "team.manage" }, revoke);

export const changeMember = memberAction(
  { input: ChangeMemberInput, permission: "team.manage", password: true },
  change,
);

export const removeMember = memberAction(
  { input: RemoveMemberInput, permission: "team.manage", password: true },
  remove,
);
