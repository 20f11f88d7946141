import type { Route } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { instantWords } from "@/components/ui/instant-words";
import { Note } from "@/components/ui/note";

type Props = { iso: string; zone: string; found: boolean; onward: Route | null };

/** A search that stopped before the end says how far it went, and goes on. */
export function SearchedTo({ iso, zone, found, onward }: Props) {
  const { date, time } = instantWords(iso, zone);
  return (
    <Note>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {found ? "These are all" : "There is none"} up to {date}, {time}. Payments beyond that have not been looked at
          yet.
        </p>
        {onward && <ButtonLink href={onward}>Search further</ButtonLink>}
      </div>
    </Note>
  );
}
