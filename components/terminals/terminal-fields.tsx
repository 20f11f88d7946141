"use client";

import { ContactFields } from "@/components/settings/contact-fields";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import type { SupportContact } from "@/lib/business/terminals/support-contact";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { zoneOptions } from "./zone-options";

const messages = terminalsMessages.settings;

type Values = {
  name: string;
  timeZone: string;
  businessDayStart: string;
  intentLifeMinutes: number;
  /** decimal text */
  tolerance: string;
  /** decimal text */
  chargeLimit: string;
} & SupportContact;
type Props = { values: Values; errors: Record<string, string> | undefined };

/** The fields of a terminal's settings. Each has its saved value as key, so it shows a new one. */
export function TerminalFields({ values, errors = {} }: Props) {
  return (
    <>
      <Field label={messages.name} description={messages.nameHint} error={errors.name} required>
        <Input key={values.name} name="name" defaultValue={values.name} maxLength={120} autoComplete="off" />
      </Field>
      <Field label={messages.timeZone} description={messages.timeZoneHint} error={errors.timeZone}>
        <Combobox
          key={values.timeZone}
          name="timeZone"
          options={zoneOptions(values.timeZone)}
          defaultValue={values.timeZone}
          searchLabel={messages.searchTimeZones}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={messages.dayStart} description={messages.dayStartHint} error={errors.businessDayStart} required>
          {/* as text: a browser's own time field may show 12 hours */}
          <Input
            key={values.businessDayStart}
            name="businessDayStart"
            defaultValue={values.businessDayStart}
            placeholder="00:00"
            maxLength={5}
            autoComplete="off"
            figures
          />
        </Field>
        <Field label={messages.life} description={messages.lifeHint} error={errors.intentLifeMinutes} required>
          <Input
            key={values.intentLifeMinutes}
            name="intentLifeMinutes"
            type="number"
            inputMode="numeric"
            min={5}
            max={1440}
            step={1}
            defaultValue={values.intentLifeMinutes}
            trail={messages.minutes}
            figures
            className="pe-20"
          />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={messages.chargeLimit} description={messages.chargeLimitHint} error={errors.chargeLimit} required>
          <Input
            key={values.chargeLimit}
            name="chargeLimit"
            defaultValue={values.chargeLimit}
            inputMode="decimal"
            autoComplete="off"
            trail="USDT"
            figures
          />
        </Field>
        <Field label={messages.tolerance} description={messages.toleranceHint} error={errors.tolerance} required>
          <Input
            key={values.tolerance}
            name="tolerance"
            defaultValue={values.tolerance}
            inputMode="decimal"
            autoComplete="off"
            trail="USDT"
            figures
          />
        </Field>
      </div>
      <Fieldset legend={messages.contact} description={messages.contactHint}>
        <div className="mt-3 flex flex-col gap-5">
          <ContactFields values={values} errors={errors} />
        </div>
      </Fieldset>
    </>
  );
}
