"use client";

import type { Route } from "next";
import { useState } from "react";
import { AskingScreen } from "@/app/pos/[terminal]/[environment]/asking-screen";
import { BookDrawer } from "@/app/pos/[terminal]/[environment]/book-drawer";
import { ChargeScreen } from "@/app/pos/[terminal]/[environment]/charge-screen";
import { playChime, unlockChime, vibrate } from "@/app/pos/[terminal]/[environment]/chime";
import { Entry, NOTHING_TYPED, type Typed } from "@/app/pos/[terminal]/[environment]/entry";
import type { HeldCharge } from "@/app/pos/[terminal]/[environment]/held-charge";
import { useDecimalSign, useOnline } from "@/app/pos/[terminal]/[environment]/use-browser";
import { useCharge, type Wanted } from "@/app/pos/[terminal]/[environment]/use-charge";
import { useKept } from "@/app/pos/[terminal]/[environment]/use-kept";
import { useWakeLock } from "@/app/pos/[terminal]/[environment]/use-wake-lock";
import { shownStatus } from "@/components/checkout/shown-status";
import { Slip } from "@/components/pos/slip";
import { SoundButton, TakingsButton, TillHead } from "@/components/pos/till-head";
import { Note } from "@/components/ui/note";
import { STATUS_WORDS } from "@/components/ui/status-mark";
import { TrainingBand } from "@/components/ui/training-band";
import type { TillPayment } from "@/lib/pos/present";

type Props = {
  /** the keypad's own address, which its routes stand under */
  at: string;
  merchant: string;
  terminal: string;
  zone: string;
  sandbox: boolean;
  home: Route | null;
};

/** A whole keypad: typing an amount, the charge in hand, the takings beside. */
export function Till({ at, merchant, terminal, zone, sandbox, home }: Props) {
  const sign = useDecimalSign();
  const online = useOnline();
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED);
  const [sound, keepSound] = useKept("sound", "on");
  const [bookOpen, setBookOpen] = useState(false);
  const [chosen, setChosen] = useState<TillPayment | null>(null);
  const charge = useCharge(at, () => {
    vibrate();
    if (sound === "on") void playChime();
  });
  const { held, payment, trouble, refusal } = charge;
  useWakeLock(payment?.status === "pending");

  const begin = (wanted: Wanted) => {
    unlockChime();
    charge.begin(wanted);
  };
  const next = () => {
    charge.putBack();
    setTyped(NOTHING_TYPED);
  };
  const stopAsking = ({ amount, reference }: HeldCharge) => {
    charge.putBack();
    // after a reload nothing is typed any more
    setTyped((was) => (was.text === "" ? { ...NOTHING_TYPED, text: amount, reference } : was));
  };
  const toggleSound = () => {
    if (sound === "off") void playChime();
    keepSound(sound === "on" ? "off" : "on");
  };
  const openBook = (open: boolean) => {
    setBookOpen(open);
    setChosen(null);
  };
  const show = (shown: TillPayment) => {
    openBook(false);
    charge.show(shown);
  };

  const place = { merchant, terminal, zone, sandbox, sign };
  const soundButton = <SoundButton on={sound === "on"} onToggle={toggleSound} />;
  const printed = chosen ?? payment;
  return (
    <>
      <div className="flex min-h-dvh flex-col print:hidden">
        {sandbox && <TrainingBand />}
        <Alerts
          offline={!online && (payment !== null || held === null)}
          trouble={payment?.status === "pending" && trouble !== null}
          waiting={payment !== null}
        />
        <p role="status" className="sr-only">
          {payment && spokenWords(payment)}
        </p>
        <main className="flex flex-1 flex-col">
          {payment ? (
            <ChargeScreen charge={charge} payment={payment} place={place} tools={soundButton} onNext={next} />
          ) : held ? (
            <AskingScreen held={held} trouble={trouble} place={place} onStop={() => stopAsking(held)} />
          ) : (
            <>
              <TillHead terminal={terminal} merchant={merchant}>
                {soundButton}
                <TakingsButton onOpen={() => openBook(true)} />
              </TillHead>
              <div role="alert" className="px-3 empty:hidden">
                {refusal !== null && <Note tone="brick">{refusal}</Note>}
              </div>
              <Entry typed={typed} onType={setTyped} onCharge={begin} sign={sign} listening={!bookOpen} />
            </>
          )}
        </main>
        {bookOpen && (
          <BookDrawer
            at={at}
            place={place}
            home={home}
            chosen={chosen}
            onChoose={setChosen}
            onShow={show}
            onClose={() => openBook(false)}
          />
        )}
      </div>
      {printed && (
        <div className="slip hidden print:block">
          <Slip payment={printed} place={place} />
        </div>
      )}
    </>
  );
}

/** Said aloud when it changes, wherever the focus is by then. */
function spokenWords(payment: TillPayment): string {
  const status = shownStatus(payment);
  if (status === "partly") return `Received ${payment.received} of ${payment.amount} USDT.`;
  return `${STATUS_WORDS[status]}, ${payment.amount} USDT.`;
}

/** What the cashier must know of the network; the place to say it is always there, so that it is read out. */
function Alerts({ offline, trouble, waiting }: { offline: boolean; trouble: boolean; waiting: boolean }) {
  const what = offline ? "Offline." : "The server does not answer just now.";
  const then = waiting
    ? "The code still works; this screen catches up by itself."
    : "A charge goes out once, when the network is back.";
  return (
    <div role="status" className="bg-amber-wash text-center text-14 text-amber-ink">
      {(offline || trouble) && (
        <p className="px-4 py-2">
          <strong className="font-semibold">{what}</strong> {then}
        </p>
      )}
    </div>
  );
}
