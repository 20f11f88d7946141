"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createDeviceLink } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { Qr } from "@/components/ui/qr";
import { SecretOnce } from "@/components/ui/secret-once";
import { commonMessages } from "@/lib/service/messages/en/common";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.devices;

/** Names the device, then shows its link once. */
export function DeviceForm({ dashboard, terminalId }: { dashboard: DashboardParams; terminalId: string }) {
  const [link, setLink] = useState<string | null>(null);
  const { run, busy, failure } = useAction(createDeviceLink, { onDone: (made) => setLink(made.link) });
  if (link !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <div className="mx-auto w-56 max-w-full">
          <Qr value={link} title={messages.qr} />
        </div>
        <SecretOnce name={messages.link} secret={link}>
          {messages.linkHint}
        </SecretOnce>
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">{commonMessages.done}</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(dashboard, { terminalId, name: String(data.get("name")) }, ownPassword(data))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <p className="text-14 text-pretty text-ink-2">{messages.opens[dashboard.environment]}</p>
      <Field label={messages.name} description={messages.nameHint} error={failure?.fields?.name} required>
        <Input name="name" maxLength={120} placeholder={messages.namePlaceholder} autoComplete="off" />
      </Field>
      {dashboard.environment === "live" && <OwnPassword error={failure?.fields?.password} />}
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
