"use client";

import { useEffect, useRef } from "react";
import { ShareButton } from "@/components/pos/share-button";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { useDialogClose } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import { Qr } from "@/components/ui/qr";
import { displayBoth } from "@/lib/payments/pos/display-both";
import type { PosPayment } from "@/lib/payments/pos/present";
import { newPaymentMessages as messages } from "@/lib/service/messages/en/new-payment";

type Props = { dashboard: DashboardParams; payment: PosPayment; onAnother(): void };

/** The link and the QR code of a new payment, to send or to show to a customer. */
export function CreatedPayment({ dashboard, payment, onAnother }: Props) {
  const close = useDialogClose();
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="text-center">
        <h3 ref={head} tabIndex={-1} className="text-14 text-ink-2 outline-none">
          {messages.created}
        </h3>
        {payment.price && (
          <p translate="no" dir="ltr" className="money text-20">
            {payment.price.total}
          </p>
        )}
        <p className="text-28">
          <Amount value={payment.amount} />
        </p>
        {payment.reference !== null && <p className="text-14 wrap-anywhere text-ink-2">{payment.reference}</p>}
      </div>
      <div className="mx-auto w-56 max-w-full">
        <Qr value={payment.checkoutUrl} title={messages.qr} />
      </div>
      <p className="text-center text-14 text-ink-2">{messages.scan}</p>
      <CopyField name={messages.link} value={payment.checkoutUrl} />
      <ShareButton look="primary" url={payment.checkoutUrl} title={displayBoth(payment)}>
        {messages.share}
      </ShareButton>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          href={pathTo(dashboard, "payments", payment.id)}
          onClick={close}
          className="inline-flex min-h-11 items-center text-14 text-verdigris underline underline-offset-4"
        >
          {messages.view}
        </Link>
        <Button look="secondary" size="small" onClick={onAnother}>
          {messages.another}
        </Button>
      </div>
    </div>
  );
}
