"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { zoneOptions } from "@/components/terminals/zone-options";
import { ButtonLink } from "@/components/ui/button-link";
import { Combobox } from "@/components/ui/combobox";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { commonMessages } from "@/lib/service/messages/en/common";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { createTerminal } from "./actions";

export type CreateTerminalProps = { dashboard: DashboardParams; zone: string; appUrl: string };

const messages = terminalsMessages.create;

type Made = { id: string; name: string; keys: { sandbox: string } };

/** Names the terminal and its time zone, then shows its key. */
export function TerminalForm({ dashboard, zone, appUrl }: CreateTerminalProps) {
  const [made, setMade] = useState<Made | null>(null);
  const { run, busy, failure } = useAction(createTerminal, { onDone: setMade });
  if (made) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <p role="status" className="text-14 text-ink-2">
          <span className="wrap-anywhere">{made.name}</span> {messages.created}
        </p>
        <IssuedKey secret={made.keys.sandbox} appUrl={appUrl} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <DialogClose>{commonMessages.done}</DialogClose>
          <ButtonLink href={pathTo(dashboard, "terminals", made.id)} look="primary">
            {messages.openTerminal}
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(dashboard, { name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field label={messages.name} description={messages.nameHint} error={failure?.fields?.name} required>
        <Input name="name" maxLength={120} placeholder={messages.namePlaceholder} autoComplete="off" />
      </Field>
      <Field label={messages.timeZone} description={messages.timeZoneHint} error={failure?.fields?.timeZone}>
        <Combobox
          name="timeZone"
          options={zoneOptions(zone)}
          defaultValue={zone}
          searchLabel={terminalsMessages.settings.searchTimeZones}
        />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>{messages.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
