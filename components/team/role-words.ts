import { ROLES, type Role } from "@/lib/members/permissions";
import { teamMessages } from "@/lib/messages/en/team";

/** The roles as the pages outside the team's settings name them. */
export const ROLE_WORDS = Object.fromEntries(
  ROLES.map((role) => [role, { label: teamMessages.roles[role].label, may: teamMessages.roles[role].description }]),
) as Record<Role, { label: string; may: string }>;
