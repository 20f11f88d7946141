"use client";

import { ArrowLeft, Printer, X } from "lucide-react";
import type { Route } from "next";
import { useCallback, useEffect, useRef, useState } from "react";
import { ShareButton } from "@/components/pos/share-button";
import { ShiftSummarySkeleton, ShiftSummaryView } from "@/components/pos/shift-summary";
import { Slip, type SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { IconButton } from "@/components/ui/icon-button";
import { Note } from "@/components/ui/note";
import { Roll } from "@/components/ui/paper";
import { ThemeChoice } from "@/components/ui/theme-choice";
import type { Trouble } from "@/lib/customer/browser/call";
import { startStopwatch } from "@/lib/customer/browser/stopwatch";
import { displayBoth } from "@/lib/payments/pos/display-both";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { ShiftSummary } from "@/lib/payments/pos/shift-summary";
import { commonMessages } from "@/lib/service/messages/en/common";
import { posMessages } from "@/lib/service/messages/en/pos";
import { getShiftSummary } from "./call-pos";
import { ShiftControl } from "./shift-control";

const { takings, paid } = posMessages;

/** A payment of the list, and how long ago the list was loaded. */
export type Listed = { payment: PosPayment; ageMs(): number };

type Props = {
  at: string;
  place: SlipPlace;
  /** the terminal's page, for a member who is signed in */
  home: Route | null;
  chosen: Listed | null;
  onChoose(chosen: Listed | null): void;
  /** shows the QR code of a pending payment again */
  onShow(payment: PosPayment): void;
  onClose(): void;
};

const ICON = { strokeWidth: 1.5, "aria-hidden": true, className: "size-5 rtl:-scale-x-100" } as const;

/** Takings and recent payments in a drawer over the keypad, which keeps its state. */
export function TakingsDrawer({ at, place, home, chosen, onChoose, onShow, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [loaded, setLoaded] = useState<{ summary: ShiftSummary; ageMs(): number } | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  const load = useCallback(async () => {
    setTrouble(null);
    const answer = await getShiftSummary(at);
    if (answer.ok) setLoaded({ summary: answer.body, ageMs: startStopwatch() });
    else if (answer.trouble.status === 401) location.reload();
    else setTrouble(answer.trouble);
  }, [at]);

  const head = useRef<HTMLHeadingElement>(null);
  const shownId = useRef<string | null>(null);
  const chosenId = chosen?.payment.id ?? null;
  // the button that was pressed is gone: the payment's heading, then the line that led to it
  useEffect(() => {
    const from = shownId.current;
    if (from === chosenId) return;
    shownId.current = chosenId;
    const line = chosenId === null && dialog.current?.querySelector<HTMLElement>(`[data-payment="${from}"]`);
    (line || head.current)?.focus();
  }, [chosenId]);
  const retry = () => {
    head.current?.focus();
    load();
  };

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    load();
  }, [load]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      aria-label={chosen ? takings.payment : takings.title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      className="ms-auto me-0 my-0 h-dvh max-h-none w-full max-w-full bg-paper text-ink shadow-float backdrop:bg-black/40 sm:max-w-md print:hidden"
    >
      <div className="flex min-h-full flex-col">
        <header className="sticky top-0 z-10 flex items-center gap-2 bg-paper px-3 py-1.5">
          {chosen && (
            <IconButton label={takings.back} onClick={() => onChoose(null)} className="min-h-11! min-w-11!">
              <ArrowLeft {...ICON} />
            </IconButton>
          )}
          <h2 ref={head} tabIndex={-1} className="flex-1 ps-1 text-16 font-semibold outline-none">
            {chosen ? takings.payment : takings.title}
          </h2>
          <IconButton
            label={commonMessages.close}
            onClick={() => dialog.current?.close()}
            className="min-h-11! min-w-11!"
          >
            <X {...ICON} />
          </IconButton>
        </header>
        {chosen ? (
          <One listed={chosen} place={place} onShow={onShow} />
        ) : (
          <List
            summary={loaded?.summary ?? null}
            trouble={trouble}
            place={place}
            onChoose={(payment) => loaded && onChoose({ payment, ageMs: loaded.ageMs })}
            onRetry={retry}
          >
            {loaded && <ShiftControl at={at} shift={loaded.summary.shift} zone={place.zone} onChanged={load} />}
            <div className="px-4 pb-6">
              <ThemeChoice />
            </div>
            {home && (
              <p className="px-4 pb-6 text-center text-14">
                <a
                  href={home}
                  className="inline-flex min-h-11 items-center text-verdigris underline underline-offset-4"
                >
                  {takings.openDashboard}
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
  summary: ShiftSummary | null;
  trouble: Trouble | null;
  place: SlipPlace;
  onChoose(payment: PosPayment): void;
  onRetry(): void;
  children: Elements;
};

function List({ summary, trouble, place, onChoose, onRetry, children }: ListProps) {
  return (
    <>
      <div role="status" className="px-4">
        {trouble && (
          <Note tone="amber">
            <p>{trouble.message || takings.unavailable(trouble.kind === "offline")}</p>
            <Button look="link" onClick={onRetry}>
              {commonMessages.retry}
            </Button>
          </Note>
        )}
      </div>
      {summary ? (
        <ShiftSummaryView summary={summary} place={place} onChoose={onChoose} />
      ) : (
        !trouble && <ShiftSummarySkeleton />
      )}
      <div className="flex-1" />
      {children}
    </>
  );
}

/** The list may be older than the time that was left then. */
function agedNow({ payment, ageMs }: Listed): PosPayment {
  const secondsAgo = Math.ceil(ageMs() / 1_000);
  return { ...payment, secondsLeft: Math.max(0, payment.secondsLeft - secondsAgo) };
}

function One({ listed, place, onShow }: { listed: Listed; place: SlipPlace; onShow(payment: PosPayment): void }) {
  const payment = agedNow(listed);
  return (
    <div className="flex flex-1 flex-col gap-4 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="flex-1">
        <Roll>
          <Slip payment={payment} place={place} />
        </Roll>
      </div>
      {payment.status === "pending" && (
        <Button onClick={() => onShow(agedNow(listed))} className="min-h-12">
          {payment.secondsLeft > 0 ? takings.showCode : takings.follow}
        </Button>
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button look="secondary" onClick={() => window.print()}>
          <Printer aria-hidden="true" strokeWidth={1.5} className="size-4" />
          {paid.print}
        </Button>
        <ShareButton look="secondary" url={payment.checkoutUrl} title={displayBoth(payment)}>
          {paid.share}
        </ShareButton>
      </div>
    </div>
  );
}
