"use client";

import { useEffect, useRef, useState } from "react";
import type { DashboardParams } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ActionResult } from "@/lib/base/values/action-result";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { checkUrl } from "./actions";

const { form } = webhooksMessages;

const PAUSE_MS = 500;

type Refusal = Extract<ActionResult<unknown>, { ok: false }>;
type Props = {
  dashboard: DashboardParams;
  defaultValue?: string;
  /** the error from saving */
  refused: Refusal | null;
};

/** The endpoint's URL. When typing pauses, it is checked and an error is shown with its code. */
export function UrlField({ dashboard, defaultValue = "", refused }: Props) {
  const [typed, setTyped] = useState(defaultValue);
  const [found, setFound] = useState<Refusal | null>(null);
  const asked = useRef(defaultValue);
  const { merchant, environment } = dashboard;

  useEffect(() => {
    if (typed === asked.current || typed === "") return;
    const timer = setTimeout(async () => {
      asked.current = typed;
      const result = await checkUrl({ merchant, environment }, { url: typed }).catch(() => null);
      if (asked.current === typed) setFound(result && !result.ok && result.fields?.url ? result : null);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, merchant, environment]);

  const change = (next: string) => {
    setTyped(next);
    if (found) setFound(null);
  };
  const shown = found ?? (refused?.fields?.url ? refused : null);
  return (
    <Field
      label={form.url}
      description={form.urlHint[environment]}
      error={shown && form.urlError(shown.fields?.url ?? "", shown.code)}
      required
    >
      <Input
        name="url"
        type="url"
        inputMode="url"
        value={typed}
        onChange={(event) => change(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        figures
      />
    </Field>
  );
}
