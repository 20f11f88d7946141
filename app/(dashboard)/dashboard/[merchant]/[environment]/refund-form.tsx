"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import {
  preparePaymentRefund,
  prepareRefund,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { CustomerProposal } from "@/components/attention/customer-proposal";
import type { DashboardParams } from "@/components/shell/paths";
import { AddressInput } from "@/components/ui/address-input";
import { Button } from "@/components/ui/button";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import { RefundInMoney, type RefundRate } from "./refund-in-money";

/** What is refunded: a payment, or what an item under Needs attention is about. */
type Refunded = { intentId: string } | { itemId: string };

export type RefundProps = {
  dashboard: DashboardParams;
  of: Refunded;
  /** the money belongs to a payment, whose page can ask the customer for an address */
  canAsk: boolean;
  /** decimal text; null: refunds of all of an overpayment are prepared or sent */
  suggested: string | null;
  /** the most that can be refunded, as decimal text */
  most: string;
  /** the same with two places or more */
  mostShown: string;
  /** what is left at the address, with two places or more; null: enough, as far as is known */
  left: string | null;
  /** base58, left by the customer and not confirmed yet: it fills the field only when pressed */
  customerAddress: string | null;
  /** the currency that the amount can be typed in, with its rate now; null: only USDT */
  money: RefundRate | null;
};

const words = attentionMessages.refund;

/** Amount, recipient and reason of a refund, and the member's password. */
export function RefundForm(props: RefundProps) {
  const { dashboard, of, canAsk, suggested, most, mostShown, left, customerAddress, money } = props;
  const [to, setTo] = useState("");
  const [amount, setAmount] = useState(suggested ?? "");
  const close = useDialogClose();
  const { run, busy, failure } = useAction(
    (reason: string, password: string | undefined) => prepare({ dashboard, of }, { to, amount, reason }, password),
    {
      onDone: () => {
        close();
        const details = to.trim() === "" ? words.done.asks : words.done.details[dashboard.environment];
        toast({ title: words.done.title, detail: details, tone: "good" });
      },
    },
  );
  const fields = failure?.fields ?? {};
  const isNamed = ["to", "amount", "reason", "password"].some((name) => fields[name]);
  return (
    <Form
      action={(data) => run(String(data.get("reason")), ownPassword(data))}
      pending={busy}
      error={failure && !isNamed ? failure.message : null}
    >
      {left !== null && <Note tone="brick">{words.shortfall(left)}</Note>}
      {money && <RefundInMoney {...money} most={most} mostShown={mostShown} onAmount={setAmount} />}
      <Field
        label={words.amount.label}
        description={describeAmount(
          suggested === null ? words.amount.beyondExcess(mostShown) : words.amount.description(mostShown),
          dashboard,
        )}
        error={fields.amount}
        required
      >
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="min-w-0 flex-1 basis-40 sm:max-w-xs">
            <Input
              name="amount"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
              inputMode="decimal"
              autoComplete="off"
              trail="USDT"
              figures
            />
          </span>
          {amount.trim() !== most && (
            <Button look="secondary" size="small" onClick={() => setAmount(most)}>
              {words.amount.all(mostShown)}
            </Button>
          )}
        </span>
      </Field>
      <div className="flex min-w-0 flex-col gap-3">
        <Field
          label={words.to.label}
          description={canAsk ? words.to.descriptionOrAsk : words.to.description}
          error={fields.to}
          required={!canAsk}
          optional={canAsk}
        >
          <AddressInput name="to" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        {customerAddress && (
          <CustomerProposal
            address={customerAddress}
            isUsed={to.trim() === customerAddress}
            onUse={() => setTo(customerAddress)}
          />
        )}
        <Note tone="amber">
          {words.warning.before}
          <strong className="font-semibold">{words.warning.strong}</strong>
          {words.warning.after}
        </Note>
      </div>
      <Field label={words.reason.label} description={words.reason.description} error={fields.reason} optional>
        <Input name="reason" maxLength={200} autoComplete="off" />
      </Field>
      <OwnPassword error={fields.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** The sandbox has no fee. */
function describeAmount(limit: string, { environment }: DashboardParams): string {
  return environment === "live" ? `${limit} ${words.amount.fee}` : limit;
}

type Entered = { to: string; amount: string; reason: string };

function prepare({ dashboard, of }: Pick<RefundProps, "dashboard" | "of">, entered: Entered, password?: string) {
  if ("itemId" in of) return prepareRefund(dashboard, { ...entered, itemId: of.itemId }, password);
  return preparePaymentRefund(dashboard, { ...entered, intentId: of.intentId }, password);
}
