"use client";

import { leaveShop } from "@/app/(dashboard)/account/actions";
import { ROLE_WORDS } from "@/components/team/role-words";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/members/permissions";

type Shop = { id: string; name: string; role: Role };

/** A person's shops, each with the way in and the way out. */
export function ShopList({ shops }: { shops: Shop[] }) {
  if (shops.length === 0) return <p className="text-14 text-ink-2">None yet. An invitation brings you into one.</p>;
  return (
    <ul className="flex flex-col divide-y border-y text-14">
      {shops.map((shop) => (
        <li key={shop.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <div className="flex min-w-0 flex-col">
            <TextLink href={`/dashboard?shop=${shop.id}`} className="wrap-anywhere">
              {shop.name}
            </TextLink>
            <span className="text-ink-2">{ROLE_WORDS[shop.role].label}</span>
          </div>
          <ConfirmDialog
            trigger={{ children: "Leave", look: "ghost", "aria-label": `Leave ${shop.name}` }}
            title={`Leave ${shop.name}?`}
            consequence="You lose sight of it at once. Only a new invitation brings you back. The only owner cannot leave."
            verb="Leave the shop"
            onConfirm={() => leaveShop({ merchantId: shop.id })}
            onDone={() => toast({ title: `You have left ${shop.name}` })}
          />
        </li>
      ))}
    </ul>
  );
}
