"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { BrandPreview } from "@/components/settings/brand-preview";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { accentContrast } from "@/lib/business/merchants/branding-contrast";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { updateAccent } from "./actions";

const messages = settingsMessages.business.accent;

const COLOUR = /^#[0-9a-f]{6}$/i;
const FIRST_CHOICE = "#1f6f64";

type Props = { dashboard: DashboardParams; name: string; logo: string | null; accentColour: string | null };

/** Chooses the accent colour, with a preview of the payment page and its contrast there. */
export function AccentForm({ dashboard, name, logo, accentColour }: Props) {
  const { run, busy, failure } = useAction(updateAccent, {
    onDone: () => toast({ title: messages.saved, tone: "good" }),
  });
  return (
    <Form
      action={(data) => run(dashboard, { accentColour: String(data.get("accentColour")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <AccentFields
        key={accentColour}
        name={name}
        logo={logo}
        accentColour={accentColour}
        error={failure?.fields?.accentColour}
      />
      <FormActions align="start">
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}

type FieldProps = Omit<Props, "dashboard"> & { error: string | undefined };

function AccentFields({ name, logo, accentColour, error }: FieldProps) {
  const [colour, setColour] = useState(accentColour ?? "");
  const valid = COLOUR.test(colour);
  return (
    <>
      <Field label={messages.colour} description={messages.hint} error={error}>
        <div className="flex flex-wrap items-center gap-3">
          <Input
            name="accentColour"
            value={colour}
            onChange={(event) => setColour(event.target.value)}
            placeholder={FIRST_CHOICE}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            figures
            className="w-44!"
          />
          <input
            type="color"
            aria-label={messages.pick}
            value={valid ? colour.toLowerCase() : FIRST_CHOICE}
            onChange={(event) => setColour(event.target.value)}
            className="h-11 w-14 cursor-pointer rounded-till border border-ink/25 bg-card p-1 pointer-fine:h-9"
          />
          {colour !== "" && (
            <Button look="ghost" size="small" onClick={() => setColour("")}>
              {messages.clear}
            </Button>
          )}
        </div>
      </Field>
      {valid && (
        <div role="status" className="text-14 text-pretty text-ink-2">
          {accentContrast(colour.toLowerCase()).text}
        </div>
      )}
      <BrandPreview name={name} logo={logo} accentColour={valid ? colour.toLowerCase() : null} />
    </>
  );
}
