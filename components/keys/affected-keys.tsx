import type { Role } from "@/lib/base/values/permissions";
import type { Scope } from "@/lib/base/values/scopes";
import { lossByChange } from "@/lib/business/keys/restricted-state";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { affected: messages } = keysMessages;

/** A restricted key that hasn't ended, of either environment. */
export type MadeKey = { id: string; name: string; environment: "sandbox" | "live"; scopes: Scope[] };

type Props = {
  /** made by the member */
  keys: MadeKey[];
  from: Role;
  /** null: they leave the business */
  to: Role | null;
  whose: "theirs" | "yours";
};

const NAMED = 5;

/** Which keys of a member stop or can do less when their role changes, and how to keep them. Nothing if none does. */
export function AffectedKeys({ keys, from, to, whose }: Props) {
  const losses = keys.flatMap((key) => {
    const loss = lossByChange(key.scopes, from, to);
    return loss ? [{ ...loss, id: key.id, name: messages.key(key.name, key.environment) }] : [];
  });
  if (losses.length === 0) return null;
  const allStop = losses.every(({ stops }) => stops);
  const maker = messages.whose[whose];
  const more = losses.length - NAMED;
  return (
    <div className="flex flex-col gap-2 text-14 text-pretty">
      <p>{allStop ? messages.stop(losses.length, maker) : messages.change(losses.length, maker)}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {losses.slice(0, NAMED).map(({ id, name, lost, stops }) => (
          <li key={id} className="wrap-anywhere">
            <span>{formatLoss(name, { lost, stops, allStop })}</span>
          </li>
        ))}
        {more > 0 && <li>{messages.more(more)}</li>}
      </ul>
      <p>{messages.keep[whose]}</p>
    </div>
  );
}

/** The name alone where a sentence above the list says that all of them stop. */
function formatLoss(name: string, { lost, stops, allStop }: { lost: Scope[]; stops: boolean; allStop: boolean }) {
  if (allStop) return name;
  return stops ? messages.stops(name) : messages.loses(name, lost.join(", "));
}
