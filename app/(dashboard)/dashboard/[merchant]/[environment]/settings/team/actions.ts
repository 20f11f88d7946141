"use server";

import { memberAction } from "@/lib/auth/action";
import { AllowTwoStepSetupInput, allowTwoStepSetup as allowTwoStepSetupVerb } from "@/lib/members/allow-two-step-setup";
import { ChangeMemberInput, changeMember as changeMemberVerb } from "@/lib/members/change";
import { CreateInvitationInput, createInvitation } from "@/lib/members/create-invitation";
import { RemoveMemberInput, removeMember as removeMemberVerb } from "@/lib/members/remove";
import { RevokeInvitationInput, revokeInvitation as revokeInvitationVerb } from "@/lib/members/revoke-invitation";
import { RequireTwoStepInput, requireTwoStep as requireTwoStepVerb } from "@/lib/merchants/update";
import { movesMoney } from "@/lib/permissions";

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
