import { formatCount } from "@/lib/base/values/intl";
import type { Permission, Role } from "@/lib/base/values/permissions";

/** The roles, wherever one is named or offered. */
const roles: Record<Role, { label: string; description: string }> = {
  owner: { label: "Owner", description: "Full access, including team, receiving wallet and daily cap." },
  manager: {
    label: "Manager",
    description: "Full access, except to owners, the receiving wallet, the daily cap and required two-step sign-in.",
  },
  developer: { label: "Developer", description: "API keys, webhooks and the request log. View-only for payments." },
  cashier: {
    label: "Cashier",
    description: "Takes and cancels payments and sees reports, at assigned terminals only.",
  },
  viewer: { label: "Viewer", description: "View-only access to payments, terminals, webhooks and reports." },
};

/** The rows of the table of roles, each with the permissions it names. The same roles hold all of them. */
const permissions: { permissions: [Permission, ...Permission[]]; label: string }[] = [
  { permissions: ["payments.view", "terminals.view"], label: "View payments and terminals" },
  {
    permissions: ["payments.charge", "payments.cancel", "payments.annotate"],
    label: "Create and cancel payments, edit their notes and tags",
  },
  { permissions: ["payments.simulate"], label: "Simulate payments in the sandbox" },
  { permissions: ["reports.view"], label: "View reports" },
  { permissions: ["reports.export"], label: "Export reports" },
  { permissions: ["payments.export"], label: "Export payments" },
  {
    permissions: ["overview.view", "webhooks.view", "rates.view", "team.view", "notifications.choose"],
    label: "View overview, webhooks, currencies and team, get notifications",
  },
  { permissions: ["keys.manage", "webhooks.manage", "webhooks.secret"], label: "Manage API keys and webhooks" },
  { permissions: ["developers.view"], label: "View request log" },
  { permissions: ["terminals.manage", "devices.manage"], label: "Manage terminals and devices" },
  { permissions: ["settlement.view"], label: "View settlement and funds" },
  { permissions: ["attention.manage"], label: "Resolve payments that need attention" },
  { permissions: ["merchant.manage", "team.manage"], label: "Manage team and business details" },
  { permissions: ["rates.manage"], label: "Manage currencies and exchange rates" },
  { permissions: ["audit.view"], label: "View and export audit log" },
  { permissions: ["two_step.require"], label: "Require two-step sign-in" },
  { permissions: ["cap.manage", "settlement.manage"], label: "Manage receiving wallet, daily cap and owners" },
];

/** What people read under Settings, Team. */
export const teamMessages = {
  title: "Team",
  description: {
    managing: "Invite people and choose what they can do. Changes apply immediately.",
    viewing: "Everyone with access to this business.",
  },
  roles,
  members: {
    person: "Person",
    you: "You",
    role: "Role",
    noTerminals: "No terminals",
    terminals: (names: string, more: number) => (more === 0 ? names : `${names} and ${formatCount(more)} more`),
    twoStep: "Two-step sign-in",
    on: "On",
    off: "Off",
    lastSeen: "Last seen",
    never: "Never",
    notLately: "Not in the last 14 days",
    /** on screens that are too narrow for its column */
    withoutTwoStep: "Two-step sign-in off",
    /** before the moment until which the member can set it up with the password alone */
    setUpUntil: "Setup allowed until",
    actions: "Actions",
  },
  grant: {
    role: "Role",
    terminals: "Terminals for this cashier",
    noTerminals: "You have no terminals yet. Create one under Terminals first.",
  },
  invite: {
    open: "Invite teammate",
    title: "Invite a teammate",
    email: "Email",
    emailHint: "Only this address can accept. Leave empty to let anyone with the link join.",
    emailHintMailed:
      "We'll email the invitation, and only this address can accept. Leave empty to let anyone with the link join.",
    submit: "Create invitation",
    mailDeferred: "The email is delayed. We'll keep trying for half an hour, or share the link yourself.",
    mailFailed: "The email couldn't be sent. Share the link yourself.",
    mailed: (email: string) => `We sent this link to ${email}. You can also share it yourself.`,
    share: "Share this link over a private channel.",
    link: "Invitation link",
    linkHint: (email: string | null) =>
      `Works once and expires in seven days.${email ? ` Only ${email} can use it.` : ""} If you lose it, create a new invitation.`,
  },
  member: {
    menu: (name: string) => `Actions for ${name}`,
    changeRole: "Change role",
    changeRoleTitle: (name: string) => `Change role for ${name}`,
    roleChanged: (name: string) => `Role changed for ${name}`,
    allowSetup: {
      open: "Allow two-step setup",
      title: (name: string) => `Allow ${name} to set up two-step sign-in?`,
      consequence:
        "For one hour, their password is enough to set it up. Make sure that they asked you for it, for example by calling them.",
      submit: "Allow setup",
      done: (name: string) => `${name} can set up two-step sign-in for one hour`,
    },
    remove: "Remove from business",
    removeTitle: (name: string) => `Remove ${name}?`,
    removeConsequence:
      "They lose access to this business immediately. Their account and their other businesses aren't affected.",
    removeConfirm: "Remove member",
    removed: (name: string) => `${name} removed`,
  },
  invitations: {
    title: "Pending invitations",
    description: "Each link works once and expires after seven days.",
    anyone: "Anyone with the link",
    invitedBy: (name: string) => `invited by ${name}`,
    expires: "expires",
    revoke: "Revoke",
    revokeOne: (email: string | null) => `Revoke the invitation for ${email ?? "anyone with the link"}`,
    revokeTitle: "Revoke this invitation?",
    revokeConsequence: "The link stops working immediately. You can send a new invitation at any time.",
    revokeConfirm: "Revoke invitation",
    revoked: "Invitation revoked",
  },
  twoStep: {
    title: "Two-step sign-in",
    description: "Requires a second step from everyone in the team when they sign in.",
    required: "Required. Members without it must set it up before they can open this business.",
    optional: "Not required. Each member decides for their own account.",
    /** how many members have to set it up, at the moment or once it is required */
    without: (count: number) => (count === 1 ? "1 member doesn't have it." : `${count} members don't have it.`),
    byLink: "To set it up, they request a link by email in their account.",
    byOwner: "To set it up, they need an owner's permission, which is valid for one hour.",
    byYou: "To set it up, they need your permission, which is valid for one hour. Allow it in the member's menu.",
    ownFirst: "Turn on two-step sign-in for your own account first.",
    ownAccount: "Set it up",
    require: {
      open: "Require two-step sign-in",
      title: "Require two-step sign-in?",
      consequence:
        "Members without it lose access immediately, until they have set it up. Their password isn't enough to do that. Linked devices and API keys aren't affected.",
      done: "Two-step sign-in is required",
    },
    stop: {
      open: "Stop requiring it",
      title: "Stop requiring two-step sign-in?",
      consequence: "Members can turn it off, and sign in with their password alone.",
      done: "Two-step sign-in is no longer required",
    },
  },
  roleTable: {
    title: "Role permissions",
    description: "Pages and buttons that a role can't use are hidden.",
    liveOff:
      "Pages and buttons that a role can't use are hidden. Live payments aren't available on this server, so there is no wallet, cap or settlement to manage.",
    region: "Roles",
    caption: "What each role can do",
    permission: "Permission",
    permissions,
    yes: "Yes",
    no: "No",
  },
};
