import type { Route } from "next";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { ButtonLink } from "./button-link";
import { instantLabels } from "./instant-labels";
import { Note } from "./note";

const { reached, further } = uiMessages.searchedTo;

type Props = { iso: string; zone: string; found: boolean; onward: Route | null };

/** Shown when a search stopped early: how far it went, and a link that continues it. */
export function SearchedTo({ iso, zone, found, onward }: Props) {
  const { date, time } = instantLabels(iso, zone);
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{reached(date, time, found)}</p>
        {onward && <ButtonLink href={onward}>{further}</ButtonLink>}
      </div>
    </Note>
  );
}
