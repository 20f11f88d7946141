"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Elements } from "@/components/ui/elements";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import type { Role } from "@/lib/base/values/permissions";
import { accountMessages } from "@/lib/service/messages/en/account";
import { teamMessages } from "@/lib/service/messages/en/team";
import { leaveMerchant } from "./actions";

const text = accountMessages.businesses;

type Business = {
  id: string;
  name: string;
  role: Role;
  /** which keys of the person stop when they leave */
  affected: Elements;
};

/** A person's businesses and their role in each, with a link to open and a button to leave. */
export function BusinessList({ businesses }: { businesses: Business[] }) {
  if (businesses.length === 0) return <p className="text-14 text-ink-2">{text.empty}</p>;
  return (
    <ul className="flex flex-col divide-y border-y text-14">
      {businesses.map((business) => (
        <li key={business.id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
          <div className="flex min-w-0 flex-col">
            <TextLink href={`/dashboard?shop=${business.id}`} className="wrap-anywhere">
              {business.name}
            </TextLink>
            <span className="text-ink-2">{teamMessages.roles[business.role].label}</span>
          </div>
          <ConfirmDialog
            trigger={{ children: text.leave, look: "ghost", "aria-label": text.leaveNamed(business.name) }}
            title={text.leaveTitle(business.name)}
            consequence={
              <div className="flex flex-col gap-3">
                <p>{text.leaveConsequence}</p>
                {business.affected}
              </div>
            }
            verb={text.leaveSubmit}
            onConfirm={() => leaveMerchant({ merchantId: business.id })}
            onDone={() => toast({ title: text.left(business.name) })}
          />
        </li>
      ))}
    </ul>
  );
}
