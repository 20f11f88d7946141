"use client";

import { ArrowLeft, Printer, X } from "lucide-react";
import type { Route } from "next";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Trouble } from "@/app/_live/call-service";
import { getBook } from "@/app/pos/[terminal]/[environment]/call-till";
import { BookFace, BookSkeleton } from "@/components/pos/book-face";
import { ShareButton } from "@/components/pos/share-button";
import { Slip, type SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Note } from "@/components/ui/note";
import { Roll } from "@/components/ui/paper";
import type { TillBook } from "@/lib/pos/book";
import type { TillPayment } from "@/lib/pos/present";

type Props = {
  at: string;
  place: SlipPlace;
  /** the terminal's page, for a member who is signed in */
  home: Route | null;
  chosen: TillPayment | null;
  onChoose(payment: TillPayment | null): void;
  /** shows a waiting payment's code again */
  onShow(payment: TillPayment): void;
  onClose(): void;
};

const ICON = { strokeWidth: 1.5, "aria-hidden": true, className: "size-5 rtl:-scale-x-100" } as const;

/** Takings and the last payments, over the keypad. The keypad under it stays as it was. */
export function BookDrawer({ at, place, home, chosen, onChoose, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [book, setBook] = useState<TillBook | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const load = useCallback(async () => {
    setTrouble(null);
    const answer = await getBook(at);
    if (answer.ok) setBook(answer.body);
    else if (answer.trouble.status === 401) location.reload();
    else setTrouble(answer.trouble);
  }, [at]);

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    load();
  }, [load]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      aria-label={chosen ? "Payment" : "Takings"}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      className="ms-auto me-0 my-0 h-dvh max-h-none w-full max-w-full bg-paper text-ink shadow-float backdrop:bg-black/40 sm:max-w-md print:hidden"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-10 flex items-center gap-2 bg-paper px-3 py-1.5">
          {chosen && (
            <IconButton label="Back to the takings" onClick={() => onChoose(null)} className="min-h-11! min-w-11!">
              <ArrowLeft {...ICON} />
            </IconButton>
          )}
          <h2 className="flex-1 ps-1 text-16 font-semibold">{chosen ? "Payment" : "Takings"}</h2>
          <IconButton label="Close" onClick={() => dialog.current?.close()} className="min-h-11! min-w-11!">
            <X {...ICON} />
          </IconButton>
        </header>
        {chosen ? (
          <One payment={chosen} place={place} onShow={onShow} />
        ) : (
          <List book={book} trouble={trouble} place={place} onChoose={onChoose} onRetry={load}>
            {home && (
              <p className="px-4 pb-6 text-center text-14">
                <a
                  href={home}
                  className="inline-flex min-h-11 items-center text-verdigris underline underline-offset-4"
                >
                  Open the dashboard
                </a>
              </p>
            )}
          </List>
        )}
      </div>
    </dialog>
  );
}

type ListProps = {
  book: TillBook | null;
  trouble: Trouble | null;
  place: SlipPlace;
  onChoose(payment: TillPayment): void;
  onRetry(): void;
  children: ReactNode;
};

function List({ book, trouble, place, onChoose, onRetry, children }: ListProps) {
  return (
    <>
      <div role="status" className="px-4 empty:hidden">
        {trouble && (
          <Note tone="amber">
            <p>
              {trouble.kind === "offline" ? "You are offline." : "The server does not answer just now."} The takings
              come once it is back.
            </p>
            <Button look="link" onClick={onRetry}>
              Look again
            </Button>
          </Note>
        )}
      </div>
      {book ? <BookFace book={book} place={place} onChoose={onChoose} /> : !trouble && <BookSkeleton />}
      <div className="flex-1" />
      {children}
    </>
  );
}

function One({
  payment,
  place,
  onShow,
}: {
  payment: TillPayment;
  place: SlipPlace;
  onShow(payment: TillPayment): void;
}) {
  return (
    <div className="flex flex-1 flex-col gap-4 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="flex-1">
        <Roll>
          <Slip payment={payment} place={place} />
        </Roll>
      </div>
      {payment.status === "pending" && (
        <Button onClick={() => onShow(payment)} className="min-h-12">
          Show the code
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" strokeWidth={1.5} className="size-4" />
          Print
        </Button>
        <ShareButton look="secondary" url={payment.checkoutUrl} title={`${payment.amount} USDT`}>
          Share
        </ShareButton>
      </div>
    </div>
  );
}
