"use client";

import type { Route } from "next";
import { useState } from "react";
import { shownStatus } from "@/components/checkout/shown-status";
import { PosHeader, SoundButton, TakingsButton } from "@/components/pos/pos-header";
import { Slip } from "@/components/pos/slip";
import { tipChoice } from "@/components/pos/tip-row";
import { UnitNotes } from "@/components/pos/unit-notes";
import { Note } from "@/components/ui/note";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { STATUS_LABELS } from "@/components/ui/status-mark";
import type { Trouble } from "@/lib/customer/browser/call";
import type { ChargeFace } from "@/lib/payments/pos/charge-face";
import type { WantedCharge } from "@/lib/payments/pos/current-charge";
import { displayBoth } from "@/lib/payments/pos/display-both";
import { percentOf, percentOfTip } from "@/lib/payments/pos/entry";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { StoredCharge } from "@/lib/payments/pos/stored-charge";
import { amountOf, findUnit, type KeypadPrice, USDT } from "@/lib/payments/pos/unit";
import { posMessages } from "@/lib/service/messages/en/pos";
import { AskingScreen } from "./asking-screen";
import { ChargeScreen } from "./charge-screen";
import { playChime, unlockChime, vibrate } from "./chime";
import { Entry, nothingTyped, type Typed } from "./entry";
import { type Listed, TakingsDrawer } from "./takings-drawer";
import { useDecimalSign, useOnline } from "./use-browser";
import { useCharge } from "./use-charge";
import { useDeviceSetting } from "./use-device-setting";
import { useKeypadPrice } from "./use-keypad-price";
import { useWakeLock } from "./use-wake-lock";

type Props = {
  /** the keypad's path, which its routes are below */
  at: string;
  merchant: string;
  terminal: string;
  zone: string;
  sandbox: boolean;
  /** nothing can be charged: the server has no live */
  isLiveOff: boolean;
  home: Route | null;
  /** the currency of the business; null: amounts are in USDT only */
  price: KeypadPrice | null;
  /** a larger charge needs a second press, in micro-USDT */
  unusualAbove: bigint;
};

/** The whole keypad: entering an amount, the current charge, and the takings drawer. */
export function PosApp({
  at,
  merchant,
  terminal,
  zone,
  sandbox,
  isLiveOff,
  home,
  price: initial,
  unusualAbove,
}: Props) {
  const sign = useDecimalSign();
  const online = useOnline();
  const [sound, setSound] = useDeviceSetting("sound", "on");
  const [ownTip, setOwnTip] = useDeviceSetting("own-tip", "");
  const [takingsOpen, setTakingsOpen] = useState(false);
  const [chosen, setChosen] = useState<Listed | null>(null);
  const charge = useCharge(at, () => {
    vibrate();
    if (sound === "on") void playChime();
  });
  const { face, stored, payment, trouble, refusal } = charge;
  const price = useKeypadPrice(at, initial, face === "nothing");
  const usual = price?.currency ?? USDT.code;
  const [entered, setTyped] = useState<Typed>(() => nothingTyped(usual));
  const [unitBefore, setUnitBefore] = useDeviceSetting(`unit:${at}`, "");
  const hasRate = price === null || price.rate !== null;
  // the business changed its currency: what was typed in the earlier one is gone
  const typed = [usual, USDT.code].includes(entered.unit) ? entered : nothingTyped(usual);
  const hasCode = face === "waiting" && (sandbox || payment?.send !== null);
  useWakeLock(payment?.status === "pending");

  const begin = (wanted: WantedCharge) => {
    unlockChime();
    setUnitBefore(usual);
    charge.begin(wanted);
  };
  const next = () => {
    charge.putBack();
    // USDT is chosen for one customer, or until there is a rate again
    setTyped(nothingTyped(hasRate ? usual : typed.unit));
  };
  const stopAsking = ({ unit: code, amount, tip, tipPercent, reference, paymentId }: StoredCharge) => {
    // its payment exists: back on the keypad, one press would charge it again
    if (paymentId !== null) return next();
    charge.putBack();
    // after a reload the entry is empty
    if (typed.text !== "") return;
    const unit = findUnit(code) ?? USDT;
    const percent = tipPercent ?? percentOfTip(amountOf(amount, unit), amountOf(tip, unit), unit);
    const choice = tipChoice(percent);
    if (choice.kind === "own" && percentOf(ownTip) !== percent) setOwnTip(String(percent));
    setTyped({ unit: unit.code, text: amount, tip: choice, reference });
  };
  const toggleSound = () => {
    if (sound === "off") void playChime();
    setSound(sound === "on" ? "off" : "on");
  };
  const openTakings = (open: boolean) => {
    setTakingsOpen(open);
    setChosen(null);
  };
  const show = (shown: PosPayment) => {
    openTakings(false);
    charge.show(shown);
  };

  const place = { merchant, terminal, zone, sandbox, sign };
  const soundButton = <SoundButton on={sound === "on"} onToggle={toggleSound} />;
  const printed = chosen?.payment ?? payment;
  return (
    <>
      <div className="flex min-h-dvh flex-col print:hidden">
        {sandbox && <SandboxBanner />}
        <Alerts
          offline={!online && (payment !== null || stored === null)}
          trouble={payment?.status === "pending" ? trouble : null}
          then={payment?.status !== "pending" ? "chargeGoesOutOnce" : hasCode ? "codeStillWorks" : "updatesItself"}
        />
        <p role="status" className="sr-only">
          {payment && announce(payment, face)}
        </p>
        <main className="flex flex-1 flex-col">
          {payment ? (
            <ChargeScreen charge={charge} payment={payment} place={place} tools={soundButton} onNext={next} />
          ) : stored ? (
            <AskingScreen stored={stored} trouble={trouble} place={place} onStop={() => stopAsking(stored)} />
          ) : (
            <>
              <PosHeader terminal={terminal} merchant={merchant}>
                {soundButton}
                <TakingsButton onOpen={() => openTakings(true)} />
              </PosHeader>
              <div role="alert" className="px-3 empty:hidden">
                {refusal !== null && !(refusal.isRateGone && !hasRate) && <Note tone="brick">{refusal.text}</Note>}
              </div>
              <div role="status" className="px-3 empty:hidden">
                {!isLiveOff && (
                  <UnitNotes
                    price={price}
                    unit={typed.unit}
                    before={unitBefore}
                    onSwitch={() => setTyped({ ...typed, unit: USDT.code, text: "" })}
                  />
                )}
              </div>
              {isLiveOff ? (
                <div className="px-3">
                  <Note tone="amber">
                    <strong className="font-semibold">{posMessages.liveOff.title}</strong> {posMessages.liveOff.text}
                  </Note>
                </div>
              ) : (
                <Entry
                  typed={typed}
                  onType={setTyped}
                  onCharge={begin}
                  sign={sign}
                  price={price}
                  unusualAbove={unusualAbove}
                  listening={!takingsOpen}
                />
              )}
            </>
          )}
        </main>
        {takingsOpen && (
          <TakingsDrawer
            at={at}
            place={place}
            home={home}
            chosen={chosen}
            onChoose={setChosen}
            onShow={show}
            onClose={() => openTakings(false)}
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

/** Read out when the status changes, wherever the focus is. */
function announce(payment: PosPayment, face: ChargeFace): string {
  if (face === "closing") return posMessages.announce.status(posMessages.closing.status, displayBoth(payment));
  const status = shownStatus(payment);
  if (status === "partly") return posMessages.announce.partlyPaid(payment.received ?? "", payment.amount);
  return posMessages.announce.status(STATUS_LABELS[status], displayBoth(payment));
}

type AlertProps = {
  offline: boolean;
  trouble: Trouble | null;
  /** what becomes of the payment, or of the next charge */
  then: "codeStillWorks" | "updatesItself" | "chargeGoesOutOnce";
};

/**
 * Network state for the cashier, with the reason of a rate limit. The live region always exists, so that its text is
 * read out.
 */
function Alerts({ offline, trouble, then }: AlertProps) {
  const { network } = posMessages;
  const what = offline ? network.offline : (trouble?.kind === "limited" && trouble.message) || network.unreachable;
  return (
    <div role="status" className="bg-amber-wash text-center text-14 text-amber-ink">
      {(offline || trouble) && (
        <p className="px-4 py-2">
          <strong className="font-semibold">{what}</strong>
          <span>{` ${network[then]}`}</span>
        </p>
      )}
    </div>
  );
}
