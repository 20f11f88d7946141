"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";

type Props = {
  /** what the cashier reads when it failed */
  cancel(): Promise<string | null>;
  /** back to the keypad while the payment goes on waiting */
  onLeave(): void;
  /** part of the money is in, so there is nothing to cancel */
  partly: boolean;
};

/** Cancels a waiting charge, asking once; or leaves it waiting and gives the keypad free. */
export function CancelCharge({ cancel, onLeave, partly }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = () => {
    setFailure(null);
    if (!dialog.current?.open) dialog.current?.showModal();
  };
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    ask();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  async function confirm() {
    setBusy(true);
    const failed = await cancel();
    setBusy(false);
    setFailure(failed);
  }

  return (
    <>
      <Button look="ghost" size="small" aria-haspopup="dialog" onClick={ask} className="min-h-11!">
        Cancel
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="cancel-title"
        className="m-auto w-[calc(100%-2rem)] max-w-roll rounded-till bg-card p-5 text-ink shadow-float backdrop:bg-black/50"
      >
        <h2 id="cancel-title" className="text-20 font-semibold">
          {partly ? "Leave this charge?" : "Cancel this charge?"}
        </h2>
        <p className="mt-1 text-16 text-ink-2">
          {partly
            ? "Part of the money has arrived, so it can no longer be cancelled. It goes on waiting for the rest; find it again in Takings."
            : "The code stops working. Or leave it waiting, and find it again in Takings."}
        </p>
        <div role="alert" className="mt-3 empty:hidden">
          {failure !== null && <Note tone="brick">{failure}</Note>}
        </div>
        <div className="mt-5 flex flex-col gap-2">
          {!partly && (
            <Button look="danger" pending={busy} onClick={confirm} className="min-h-12">
              Cancel charge
            </Button>
          )}
          <Button look="secondary" onClick={onLeave} className="min-h-12">
            Leave it waiting
          </Button>
          <Button look="ghost" onClick={() => dialog.current?.close()} className="min-h-12">
            Back to the code
          </Button>
        </div>
      </dialog>
    </>
  );
}
