"use client";

import { useRef, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useLoaded } from "@/components/ui/use-loaded";
import { newChargeId } from "@/lib/customer/browser/new-charge-id";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { OfferedPrice } from "@/lib/payments/prices/offer-prices";
import { newPaymentMessages as messages } from "@/lib/service/messages/en/new-payment";
import { AmountFields } from "./amount-fields";

export type NewPaymentProps = {
  dashboard: DashboardParams;
  terminals: { id: string; name: string }[];
  /** the currencies that it can be priced in */
  offers: OfferedPrice[];
  /** said instead of the form without a terminal */
  withoutTerminals: string;
};

// the QR code is needed once a payment has been created
const loadCreated = () => import("./created-payment").then((module) => module.CreatedPayment);

/** The amount and where it is charged, then the payment to send. Without a terminal, what to do about it. */
export function NewPaymentForm({ withoutTerminals, ...props }: NewPaymentProps) {
  return props.terminals.length === 0 ? <p className="text-14">{withoutTerminals}</p> : <Steps {...props} />;
}

const NOTHING_SENT = { content: "", chargeId: "" };

function Steps({ dashboard, terminals, offers }: Omit<NewPaymentProps, "withoutTerminals">) {
  const [payment, setPayment] = useState<PosPayment | null>(null);
  const [isAgain, setAgain] = useState(false);
  const created = useLoaded(loadCreated);
  const unanswered = useRef(NOTHING_SENT);
  const { run, busy, failure } = useAction(createPayment, {
    onDone: (answer) => {
      unanswered.current = NOTHING_SENT;
      setPayment(answer);
    },
  });
  if (payment && created.Loaded) {
    const startAgain = () => {
      setPayment(null);
      setAgain(true);
    };
    return <created.Loaded dashboard={dashboard} payment={payment} onAnother={startAgain} />;
  }

  const save = (data: FormData) => {
    const text = (name: string) => String(data.get(name)).trim();
    const charge = {
      amount: text("amount"),
      currency: offers.length === 0 ? "USDT" : text("currency"),
      reference: text("reference"),
      terminalId: terminals.length === 1 ? (terminals[0]?.id ?? "") : text("terminalId"),
    };
    // the same content sent again after a lost answer is the same payment
    const content = JSON.stringify(charge);
    if (unanswered.current.content !== content) unanswered.current = { content, chargeId: newChargeId() };
    created.want();
    run(dashboard, { ...charge, chargeId: unanswered.current.chargeId });
  };
  const errors = failure?.fields ?? {};
  return (
    <Form action={save} pending={busy || payment !== null} error={failure && !failure.fields ? failure.message : null}>
      <AmountFields dashboard={dashboard} offers={offers} error={errors.amount} isFocused={isAgain} />
      <Field label={messages.reference} description={messages.referenceHint} error={errors.reference} optional>
        <Input name="reference" autoComplete="off" maxLength={200} />
      </Field>
      {terminals.length > 1 && (
        <Field label={messages.terminal} error={errors.terminalId} required>
          <Select name="terminalId" options={terminals.map(({ id, name }) => ({ value: id, label: name }))} />
        </Field>
      )}
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
