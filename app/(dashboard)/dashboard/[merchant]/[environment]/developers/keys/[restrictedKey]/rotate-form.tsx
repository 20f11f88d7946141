"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { rotateRestrictedKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/developers/keys/actions";
import { MadeKey } from "@/components/keys/made-key";
import type { DashboardParams } from "@/components/shell/paths";
import { GRACE_CHOICES } from "@/components/terminals/grace-choices";
import { DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { RadioCards } from "@/components/ui/radio-cards";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { made: madeMessages, rotate: rotation } = keysMessages;

/** Asks when the old key ends and for the password, then shows the new key once. */
export function RotateForm({ dashboard, keyId }: { dashboard: DashboardParams; keyId: string }) {
  const [made, setMade] = useState<string | null>(null);
  const { run, busy, failure } = useAction(rotateRestrictedKey, { onDone: ({ key }) => setMade(key) });
  if (made !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <MadeKey secret={made} />
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">{madeMessages.close}</DialogClose>
        </div>
      </div>
    );
  }
  const rotate = (data: FormData) => {
    const graceHours = Number(data.get("graceHours")) as 0 | 1 | 24;
    run(dashboard, { restrictedKeyId: keyId, graceHours }, ownPassword(data));
  };
  return (
    <Form action={rotate} pending={busy} error={failure && !failure.fields?.password ? failure.message : null}>
      <RadioCards name="graceHours" legend={terminalsMessages.rotate.ends} cards={GRACE_CHOICES} defaultValue="1" />
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{rotation.open}</SubmitButton>
      </FormActions>
    </Form>
  );
}
