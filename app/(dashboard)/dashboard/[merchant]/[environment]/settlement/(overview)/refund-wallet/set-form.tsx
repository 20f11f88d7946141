"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { AddressInput } from "@/components/ui/address-input";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import { setRefundWallet } from "./actions";

/** `isSet`: another wallet is set; `openRefunds`: those that are to be paid from it. */
export type SetProps = { dashboard: DashboardParams; isSet: boolean; openRefunds: number };

const words = refundWalletMessages.form;

/** The address that refunds are paid from, with the password. */
export function SetForm({ dashboard, isSet, openRefunds }: SetProps) {
  const [address, setAddress] = useState("");
  const close = useDialogClose();
  const { run, busy, failure } = useAction(setRefundWallet, {
    onDone: () => {
      close();
      toast({ title: words.done, tone: "good" });
    },
  });
  const fields = failure?.fields ?? {};
  return (
    <Form
      action={(data) => run(dashboard, { address: String(data.get("address")) }, ownPassword(data))}
      pending={busy}
      error={failure && !fields.address && !fields.password ? failure.message : null}
    >
      {openRefunds > 0 && <Note tone="amber">{words.open(openRefunds)}</Note>}
      <Field label={words.address} description={words.addressHint} error={fields.address} required>
        <AddressInput name="address" value={address} onChange={(event) => setAddress(event.target.value)} />
      </Field>
      <p className="text-14 text-ink-2">{words.fund}</p>
      <OwnPassword error={fields.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{isSet ? refundWalletMessages.change : refundWalletMessages.set}</SubmitButton>
      </FormActions>
    </Form>
  );
}
