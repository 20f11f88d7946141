"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { createRestrictedKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/developers/keys/actions";
import { MadeKey } from "@/components/keys/made-key";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Checkbox } from "@/components/ui/checkbox";
import { parseDay } from "@/components/ui/day-text";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { Scope as KeyScope } from "@/lib/base/values/scopes";
import { commonMessages } from "@/lib/service/messages/en/common";
import { keysMessages } from "@/lib/service/messages/en/keys";

const { allTerminals, create, made: madeMessages } = keysMessages;

/** `obstacle`: why the member can't give a key this scope */
type Choice = { value: KeyScope; obstacle: string | null };

type Props = {
  dashboard: DashboardParams;
  terminals: { id: string; name: string }[];
  choices: Choice[];
  zone: string;
  /** in the time zone of the business */
  today: string;
};

/** Creates a restricted key, then shows it once. */
export function NewKey({ dashboard, terminals, choices, zone, today }: Props) {
  const [made, setMade] = useState<{ id: string; key: string } | null>(null);
  const [refunds, setRefunds] = useState(false);
  const { run, busy, failure } = useAction(createRestrictedKey, { onDone: setMade, refresh: false });
  if (made) {
    return (
      <div className="flex max-w-xl min-w-0 flex-col gap-6">
        <MadeKey secret={made.key} />
        <div>
          <ButtonLink href={pathTo(dashboard, "developers", "keys", made.id)} look="primary">
            {madeMessages.open}
          </ButtonLink>
        </div>
      </div>
    );
  }
  const errors = failure?.fields;
  return (
    <Form
      action={(data) => run(dashboard, readKey(data, today), ownPassword(data))}
      pending={busy}
      error={failure && !errors ? failure.message : null}
      className="max-w-xl"
    >
      <Field label={create.name} description={create.nameHint} error={errors?.name} required>
        <Input name="name" maxLength={100} placeholder={create.namePlaceholder} autoComplete="off" />
      </Field>
      <Field label={create.terminals} description={create.terminalsHint} error={errors?.terminalId}>
        <Select
          name="terminalId"
          placeholder={allTerminals}
          options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Scopes choices={choices} error={errors?.scopes} onRefunds={setRefunds} />
      {refunds && (
        <Field label={create.refundLimit} description={create.refundLimitHint} error={errors?.refundLimit} required>
          <Input
            name="refundLimit"
            defaultValue={create.refundLimitDefault}
            inputMode="decimal"
            autoComplete="off"
            trail="USDT"
            figures
          />
        </Field>
      )}
      <Field label={create.addresses} optional description={create.addressesHint} error={errors?.ipRanges}>
        <Textarea
          name="ipRanges"
          rows={3}
          placeholder={create.addressesPlaceholder}
          autoComplete="off"
          spellCheck={false}
          figures
        />
      </Field>
      <Field label={create.ends} optional description={create.endsHint(zone)} error={errors?.endsOn}>
        <Input name="endsOn" placeholder={create.endsPlaceholder} autoComplete="off" spellCheck={false} />
      </Field>
      <OwnPassword error={errors?.password} />
      <FormActions align="start">
        <ButtonLink href={pathTo(dashboard, "developers", "keys")}>{commonMessages.cancel}</ButtonLink>
        <SubmitButton>{create.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type ScopesProps = { choices: Choice[]; error: string | undefined; onRefunds: (chosen: boolean) => void };

function Scopes({ choices, error, onRefunds }: ScopesProps) {
  return (
    <Fieldset legend={create.scopes} description={create.scopesHint} error={error}>
      <div className="flex flex-col gap-2">
        {choices.map(({ value, obstacle }, index) => (
          <Checkbox
            key={value}
            name="scopes"
            value={value}
            disabled={obstacle !== null}
            onChange={value === "refunds:write" ? (event) => onRefunds(event.target.checked) : undefined}
            aria-invalid={index === 0 && error ? true : undefined}
            label={
              <code translate="no" className={`figures ${obstacle === null ? "" : "text-ink-2"}`}>
                {value}
              </code>
            }
            description={
              <>
                <span className="block text-pretty">{keysMessages.scopes[value]}</span>
                {obstacle !== null && <span className="block text-pretty text-ink">{obstacle}</span>}
              </>
            }
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** A day that can't be read is sent as it was typed, for the server to refuse. */
function readKey(data: FormData, today: string) {
  const text = (name: string) => String(data.get(name)).trim();
  const endsOn = text("endsOn");
  return {
    name: text("name"),
    terminalId: text("terminalId") || null,
    scopes: data.getAll("scopes").map(String) as KeyScope[],
    ipRanges: text("ipRanges"),
    refundLimit: data.has("refundLimit") ? text("refundLimit") : null,
    endsOn: endsOn === "" ? null : (parseDay(endsOn, today) ?? endsOn),
  };
}
