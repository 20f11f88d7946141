"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { posMessages } from "@/lib/service/messages/en/pos";

const { cancel: words } = posMessages;

type Props = {
  /** resolves to what the cashier reads when it failed, else null */
  cancel(): Promise<string | null>;
  /** returns to the keypad; the payment stays pending */
  onLeave(): void;
  /** money was detected, so the payment can no longer be cancelled */
  partly: boolean;
};

/** Cancels a pending charge after one question, or leaves it open and returns to the keypad. */
export function CancelCharge({ cancel, onLeave, partly }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef<HTMLButtonElement>(null);
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
  // with the first frame that shows it, so that no key is lost
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  // its focused button may be gone
  useEffect(() => {
    const { current: open } = dialog;
    if (partly && open?.open && !open.contains(document.activeElement)) leave.current?.focus();
  }, [partly]);

  async function confirm() {
    setBusy(true);
    const failed = await cancel();
    setBusy(false);
    setFailure(failed);
  }

  return (
    <>
      <Button look="ghost" size="small" aria-haspopup="dialog" onClick={ask} className="min-h-11!">
        {words.open}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby="cancel-title"
        className="m-auto w-[calc(100%-2rem)] max-w-roll rounded-till bg-card p-5 text-ink shadow-float backdrop:bg-black/50"
      >
        <h2 id="cancel-title" className="text-20 font-semibold">
          {partly ? words.leaveTitle : words.title}
        </h2>
        <p className="mt-1 text-16 text-ink-2">{partly ? words.leaveText : words.text}</p>
        <div role="alert" className="mt-3 empty:hidden">
          {failure !== null && <Note tone="brick">{failure}</Note>}
        </div>
        <div className="mt-5 flex flex-col gap-2">
          {!partly && (
            <Button look="danger" pending={busy} onClick={confirm} className="min-h-12">
              {words.confirm}
            </Button>
          )}
          <Button ref={leave} look="secondary" busy={busy} onClick={onLeave} className="min-h-12">
            {words.keepOpen}
          </Button>
          <Button look="ghost" onClick={() => dialog.current?.close()} className="min-h-12">
            {words.backToCode}
          </Button>
        </div>
      </dialog>
    </>
  );
}
