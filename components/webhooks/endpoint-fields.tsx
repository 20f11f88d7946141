"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Select } from "@/components/ui/select";
import { EVENT_WORDS } from "@/components/webhooks/event-words";
import type { EventType } from "@/lib/webhooks/events";

export type EndpointValues = { terminalId: string | null; eventTypes: EventType[] };

type Props = {
  /** the address, with its check while one types */
  url: ReactNode;
  values: EndpointValues;
  terminals: { id: string; name: string }[];
  errors: Record<string, string> | undefined;
};

const TYPES = Object.keys(EVENT_WORDS) as EventType[];

/** Where events go, whose, and which. */
export function EndpointFields({ url, values, terminals, errors = {} }: Props) {
  const [chosen, setChosen] = useState(values.eventTypes);
  const toggle = (type: EventType) =>
    setChosen((was) => (was.includes(type) ? was.filter((one) => one !== type) : [...was, type]));
  return (
    <>
      {url}
      <Field label="Terminals" description="Whose events it gets." error={errors.terminalId}>
        <Select
          name="terminalId"
          defaultValue={values.terminalId ?? ""}
          placeholder="All terminals, also those to come"
          options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Fieldset legend="Events" error={errors.eventTypes}>
        <div className="flex flex-col gap-2">
          {TYPES.map((type) => (
            <Checkbox
              key={type}
              name="eventTypes"
              value={type}
              checked={chosen.includes(type)}
              onChange={() => toggle(type)}
              label={<code className="figures">{type}</code>}
              description={EVENT_WORDS[type]}
            />
          ))}
        </div>
      </Fieldset>
    </>
  );
}
