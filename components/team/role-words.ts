import type { Role } from "@/lib/members/permissions";

/** The roles in a shop's words. */
export const ROLE_WORDS: Record<Role, { label: string; may: string }> = {
  owner: { label: "Owner", may: "Everything, the team and the money's address included." },
  manager: {
    label: "Manager",
    may: "Payments, terminals, webhooks, reports and the team; no owners, no daily cap.",
  },
  developer: { label: "Developer", may: "Keys, webhooks and the API; sees payments, takes none." },
  cashier: { label: "Cashier", may: "Takes and cancels payments at the terminals you choose, and sees nothing else." },
  viewer: { label: "Viewer", may: "Sees payments, terminals, webhooks and reports; changes nothing." },
};
