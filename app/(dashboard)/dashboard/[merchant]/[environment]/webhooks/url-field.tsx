"use client";

import { useEffect, useRef, useState } from "react";
import { checkUrl } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Place } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ActionResult } from "@/lib/action-result";

const PAUSE_MS = 500;

type Refusal = Extract<ActionResult<unknown>, { ok: false }>;
type Props = {
  scope: Place;
  defaultValue?: string;
  /** what saving refused */
  refused: Refusal | null;
};

/** The endpoint's address: when typing pauses, the rules are asked, and what they say stands under it with its code. */
export function UrlField({ scope, defaultValue = "", refused }: Props) {
  const [typed, setTyped] = useState(defaultValue);
  const [found, setFound] = useState<Refusal | null>(null);
  const asked = useRef(defaultValue);
  const { merchant, environment } = scope;

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
      label="Address"
      description={
        environment === "live"
          ? "Public and https, for example https://shop.example/webhooks."
          : "Your server or your own machine, for example http://localhost:8080/webhooks."
      }
      error={shown && `${shown.fields?.url} Code: ${shown.code}`}
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
