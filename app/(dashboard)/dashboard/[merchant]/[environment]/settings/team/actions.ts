"use server";

import { movesMoney } from "@/lib/base/values/permissions";
import { RequireTwoStepInput, requireTwoStep as requireTwoStepVerb } from "@/lib/business/merchants/update";
import {
  AllowTwoStepSetupInput,
  allowTwoStepSetup as allowTwoStepSetupVerb,
} from "@/lib/people/members/allow-two-step-setup";
import { ChangeMemberInput, changeMember as changeMemberVerb } from "@/lib/people/members/change";
import { CreateInvitationInput, createInvitation } from "@/lib/people/members/create-invitation";
import { RemoveMemberInput, removeMember as removeMemberVerb } from "@/lib/people/members/remove";
import {
  RevokeInvitationInput,
  revokeInvitation as revokeInvitationVerb,
} from "@/lib/people/members/revoke-invitation";
import { memberAction } from "@/lib/service/auth/action";

export const invite = memberAction(
  { input: CreateInvitationInput, permission: "team.manage", password: (_, { role }) => movesMoney(role) },
  createInvitation,
);

export const requireTwoStep = memberAction(
  { input: RequireTwoStepInput, permission: "two_step.require", password: true },
  requireTwoStepVerb,
);

export const allowTwoStepSetup = memberAction(
  { input: AllowTwoStepSetupInput, permission: "two_step.require", password: true },
  allowTwoStepSetupVerb,
);

export const revokeInvitation = memberAction(
  { input: RevokeInvitationInput, permission: "team.manage" },
  revokeInvitationVerb,
);

export const changeMember = memberAction(
  { input: ChangeMemberInput, permission: "team.manage", password: true },
  changeMemberVerb,
);

export const removeMember = memberAction(
  { input: RemoveMemberInput, permission: "team.manage", password: true },
  removeMemberVerb,
);
