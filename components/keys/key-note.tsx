import { Note } from "@/components/ui/note";
import type { RestrictedKeyRow } from "@/lib/business/keys/list-restricted";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { notes } = keysMessages;

type Props = { item: Pick<RestrictedKeyRow, "state" | "endsSoon" | "missing" | "madeBy" | "makerRole"> };

/** Why a key can't do all that it was made for, or soon can't, and what to do about it. */
export function KeyNote({ item: { state, endsSoon, missing, madeBy, makerRole } }: Props) {
  if (state === "ended") return <Note>{notes.ended}</Note>;
  if (state === "stopped") {
    const why = makerRole === null ? notes.left(madeBy) : notes.stopped(madeBy);
    return <Note tone="brick">{`${why} ${notes.takeOver}`}</Note>;
  }
  if (state === "reduced") {
    return <Note tone="amber">{`${notes.reduced(madeBy, missing.join(", "))} ${notes.takeOver}`}</Note>;
  }
  return endsSoon && <Note tone="amber">{notes.endsSoon}</Note>;
}
