"use client";

import { setNeverReuse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; neverReuse: boolean; kind: "list" | "xpub" | null; canChange: boolean };

/** Whether an address may serve a second payment; the owner changes it, the others read it. */
export function NeverReuse({ scope, neverReuse, kind, canChange }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-14">
        <p className="font-medium">{neverReuse ? "No address is used twice" : "Addresses are used again"}</p>
        <p className="max-w-measure text-pretty text-ink-2">{neverReuse ? NEVER : AGAIN}</p>
      </div>
      {canChange && (
        <ConfirmDialog
          trigger={{ children: neverReuse ? "Use them again" : "Never use one twice", look: "secondary" }}
          title={neverReuse ? "Use addresses again?" : "Never use an address twice?"}
          verb={neverReuse ? "Use them again" : "Never use one twice"}
          harmless
          consequence={neverReuse ? AGAIN : `${NEVER} ${CONSEQUENCE[kind ?? "list"]}`}
          onConfirm={() => setNeverReuse(scope, { neverReuse: !neverReuse })}
          onDone={() => toast({ title: "Saved", tone: "good" })}
        />
      )}
    </div>
  );
}

const AGAIN =
  "After its rest an address serves the next payment. Paying to one that holds USDT costs the customer about half the energy.";
const NEVER =
  "Each payment gets an address that was never used before, so nobody can see on the chain what belongs together.";
const CONSEQUENCE = {
  list: "A list is used up that way: each of its addresses serves one payment. A public key has no end.",
  xpub: "Payers pay about twice the energy, since each address is new.",
};
