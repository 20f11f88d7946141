"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { posMessages } from "@/lib/service/messages/en/pos";

const { unusual } = posMessages;

type Props = {
  /** with the unit, tip included */
  amount: string;
  /** what it costs in USDT, if it is in a currency */
  cost: string | null;
  /** the amount above which the keypad asks, in the same units */
  usual: string;
  onConfirm(): void;
  onClose(): void;
};

/** Asks before a charge far above what the terminal usually takes. Escape returns to the amount. */
export function ConfirmLargeCharge({ amount, cost, usual, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="unusual-title"
      aria-describedby="unusual-text"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-roll rounded-till bg-card p-5 text-ink shadow-float backdrop:bg-black/50"
    >
      <h2 id="unusual-title" className="text-20 font-semibold">
        {unusual.title}
      </h2>
      <p id="unusual-text" className="mt-1 text-16 text-ink-2">
        {unusual.text(cost === null ? amount : `${amount} (${cost})`, usual)}
      </p>
      <div className="mt-5 flex flex-col gap-2">
        <Button look="secondary" onClick={() => dialog.current?.close()} className="min-h-12">
          {unusual.change}
        </Button>
        <Button onClick={onConfirm} className="min-h-12">
          {unusual.confirm(amount)}
        </Button>
      </div>
    </dialog>
  );
}
