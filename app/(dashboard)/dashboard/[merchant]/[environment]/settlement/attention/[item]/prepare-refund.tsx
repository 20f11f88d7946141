"use client";

import { useAction } from "@/app/_kit/use-action";
import { prepareRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";

type Props = {
  scope: Place;
  itemId: string;
  /** decimal text */
  suggested: string;
  most: string;
};

/** Writes down where money goes back to and how much. It is signed elsewhere; the page then shows with what. */
export function PrepareRefund(props: Props) {
  return (
    <Dialog
      title="Prepare a refund"
      description="Till cannot send money. It writes the transfer down for you to sign in your own wallet, and watches for it to leave."
      trigger={{ children: "Prepare a refund", look: "secondary" }}
      insist
      wide
    >
      <Fields {...props} />
    </Dialog>
  );
}

function Fields({ scope, itemId, suggested, most }: Props) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(prepareRefund, {
    onDone: () => {
      close();
      toast({
        title: "Refund prepared",
        detail: "Sign it in your wallet. It waits on this page until it leaves.",
        tone: "good",
      });
    },
  });
  const fields = failure?.fields ?? {};
  const prepare = (data: FormData) => {
    const text = (name: string) => String(data.get(name));
    run(scope, { itemId, to: text("to"), amount: text("amount").replaceAll(",", "") }, ownPassword(data));
  };
  return (
    <Form
      action={prepare}
      pending={busy}
      error={failure && !fields.to && !fields.amount && !fields.password ? failure.message : null}
    >
      <Note tone="amber">
        Ask the customer for an address of <strong className="font-semibold">his own wallet</strong>. The one that the
        money came from is often an exchange's, and what is sent back there is lost to him.
      </Note>
      <Field
        label="Address of the customer's own wallet"
        description="TRON, beginning with T."
        error={fields.to}
        required
      >
        <Input
          name="to"
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          figures
        />
      </Field>
      <Field
        label="Amount"
        description={`At most ${most} USDT. You pay the network's fee in TRX.`}
        error={fields.amount}
        required
        className="max-w-xs"
      >
        <Input name="amount" defaultValue={suggested} inputMode="decimal" autoComplete="off" trail="USDT" figures />
      </Field>
      <OwnPassword error={fields.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>Prepare refund</SubmitButton>
      </FormActions>
    </Form>
  );
}
