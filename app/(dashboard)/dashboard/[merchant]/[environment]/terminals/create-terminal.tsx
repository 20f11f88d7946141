"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import { type Place, pathTo } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { zoneOptions } from "@/components/terminals/zone-options";
import { ButtonLink } from "@/components/ui/button-link";
import { Combobox } from "@/components/ui/combobox";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

type Props = { scope: Place; zone: string; appUrl: string };
type Made = { id: string; name: string; keys: { sandbox: string } };

/** Asks for a name and a zone, then shows the new terminal's sandbox key, once. */
export function CreateTerminal(props: Props) {
  return (
    <Dialog title="Create a terminal" trigger={{ children: "Create terminal", look: "primary" }} insist wide>
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ scope, zone, appUrl }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  const { run, busy, failure } = useAction(createTerminal, { onDone: setMade });
  if (made) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <p role="status" className="text-14 text-ink-2">
          <span className="wrap-anywhere">{made.name}</span> is there, with a key for the sandbox.
        </p>
        <IssuedKey secret={made.keys.sandbox} appUrl={appUrl} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <DialogClose>Done</DialogClose>
          <ButtonLink href={pathTo(scope, "terminals", made.id)} look="primary">
            Open terminal
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(scope, { name: String(data.get("name")), timeZone: String(data.get("timeZone")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <Field
        label="Name"
        description="Staff know it by this name, and customers see it when they pay."
        error={failure?.fields?.name}
        required
      >
        <Input name="name" maxLength={120} placeholder="Front desk" autoComplete="off" />
      </Field>
      <Field
        label="Time zone"
        description="Its business day and its reports go by it."
        error={failure?.fields?.timeZone}
      >
        <Combobox name="timeZone" options={zoneOptions(zone)} defaultValue={zone} searchLabel="Search time zones" />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>Create terminal</SubmitButton>
      </FormActions>
    </Form>
  );
}
