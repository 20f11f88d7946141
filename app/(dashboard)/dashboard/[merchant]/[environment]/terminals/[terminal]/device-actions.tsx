"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createDeviceLink, revokeDevice } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { Qr } from "@/components/ui/qr";
import { SecretOnce } from "@/components/ui/secret-once";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; terminalId: string };

/** Makes a link for one device and shows it, once, to scan or to copy. */
export function CreateDevice(props: Props) {
  return (
    <Dialog title="Make a device link" trigger={{ children: "Make device link", look: "secondary" }} insist>
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ scope, terminalId }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const { run, busy, failure } = useAction(createDeviceLink, { onDone: (made) => setLink(made.link) });
  if (link !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <div className="mx-auto w-56 max-w-full">
          <Qr value={link} title="QR code of the device link" />
        </div>
        <SecretOnce name="Device link" secret={link}>
          Open it on the device within 24 hours. It works once; from then on only that device has the keypad.
        </SecretOnce>
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">Done</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(scope, { terminalId, name: String(data.get("name")) }, ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field
        label="Which device is it for?"
        description="So that you know which one to revoke when it is lost."
        error={failure?.fields?.name}
        required
      >
        <Input name="name" maxLength={120} placeholder="Tablet at the counter" autoComplete="off" />
      </Field>
      {scope.environment === "live" && <OwnPassword error={failure?.fields?.password} />}
      <FormActions>
        <DialogClose />
        <SubmitButton>Make link</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Ends a device or a link that nobody has opened. */
export function RevokeDevice({ scope, deviceId, name }: { scope: Place; deviceId: string; name: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: "Revoke", look: "secondary", "aria-label": `Revoke ${name}` }}
      title={`Revoke ${name}?`}
      verb="Revoke device"
      consequence="Its keypad closes at once. Payments that are open can still be paid. This cannot be undone."
      onConfirm={() => revokeDevice(scope, { deviceId })}
      onDone={() => toast({ title: "Device revoked" })}
    />
  );
}
