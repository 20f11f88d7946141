"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Elements } from "@/components/ui/elements";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Select } from "@/components/ui/select";
import type { EventType } from "@/lib/delivery/events/catalog";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { form, events } = webhooksMessages;

export type EndpointValues = { terminalId: string | null; eventTypes: EventType[] };

type Props = {
  /** the URL field, which checks while typing */
  url: Elements;
  values: EndpointValues;
  terminals: { id: string; name: string }[];
  errors: Record<string, string> | undefined;
};

const TYPES = Object.keys(events) as EventType[];

/** The URL of an endpoint, its terminals and its events. */
export function EndpointFields({ url, values, terminals, errors = {} }: Props) {
  const [chosen, setChosen] = useState(values.eventTypes);
  const toggle = (type: EventType) =>
    setChosen((was) => (was.includes(type) ? was.filter((one) => one !== type) : [...was, type]));
  return (
    <>
      {url}
      <Field label={form.terminals} error={errors.terminalId}>
        <Select
          name="terminalId"
          defaultValue={values.terminalId ?? ""}
          placeholder={form.allTerminals}
          options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Fieldset legend={form.events} error={errors.eventTypes}>
        <div className="flex flex-col gap-2">
          {TYPES.map((type, index) => (
            <Checkbox
              key={type}
              name="eventTypes"
              value={type}
              checked={chosen.includes(type)}
              onChange={() => toggle(type)}
              aria-invalid={index === 0 && errors.eventTypes ? true : undefined}
              label={
                <code translate="no" className="figures">
                  {type}
                </code>
              }
              description={events[type]}
            />
          ))}
        </div>
      </Fieldset>
    </>
  );
}
