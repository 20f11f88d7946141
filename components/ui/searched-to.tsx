import type { Route } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { instantLabels } from "@/components/ui/instant-labels";
import { Note } from "@/components/ui/note";
import { paymentsMessages } from "@/lib/messages/en/payments";

type Props = { iso: string; zone: string; found: boolean; onward: Route | null };

/** Shown when a search stopped early: how far it went, and a link that continues it. */
export function SearchedTo({ iso, zone, found, onward }: Props) {
  const { date, time } = instantLabels(iso, zone);
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{paymentsMessages.search.reached(date, time, found)}</p>
        {onward && <ButtonLink href={onward}>{paymentsMessages.search.further}</ButtonLink>}
      </div>
    </Note>
  );
}
