"use client";

import { useDeferredValue, useState } from "react";
import { quickStartCode } from "@/components/developers/quick-start-code";
import { CodeTabs } from "@/components/ui/code-tabs";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const SHAPE = /^svc_(test|live)_[0-9A-Za-z]{38}$/;
const PREFIXES = { sandbox: "svc_test_", live: "svc_live_" };

type Props = { appUrl: string; environment: keyof typeof PREFIXES };

/** The first call, with the reader's own key in it as soon as he puts it here. It stays in this page. */
export function QuickStart({ appUrl, environment }: Props) {
  const prefix = PREFIXES[environment];
  const place = `${prefix}…`;
  const [typed, setTyped] = useState("");
  const key = useDeferredValue(typed.trim());
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field
        label="Your key"
        description="Put it here and it stands in the code below. It stays in this page: it is neither sent nor kept."
        error={wrongWords(key, prefix)}
        className="max-w-xl"
      >
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={place}
          autoComplete="off"
          spellCheck={false}
          figures
        />
      </Field>
      <CodeTabs
        label="Languages"
        languages={quickStartCode(appUrl, SHAPE.test(key) && key.startsWith(prefix) ? key : place)}
      />
    </div>
  );
}

function wrongWords(key: string, prefix: string): string | null {
  if (key === "" || (SHAPE.test(key) && key.startsWith(prefix))) return null;
  if (prefix === PREFIXES.sandbox && key.startsWith(PREFIXES.live))
    return "This is a live key. Try things with a sandbox key, which begins with svc_test_.";
  if (prefix === PREFIXES.live && key.startsWith(PREFIXES.sandbox))
    return "This is a sandbox key. Here a live one belongs, which begins with svc_live_.";
  if (key.startsWith("whsec_")) return `This is the secret of an endpoint. A key begins with ${prefix}.`;
  return `This is no whole key. It begins with ${prefix} and has 47 characters, for example ${prefix}4fK….`;
}
