"use client";

import { useDeferredValue, useState } from "react";
import { CodeTabs } from "@/components/ui/code-tabs";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { developersMessages } from "@/lib/service/messages/en/developers";
import { quickStartCode } from "./quick-start-code";

const messages = developersMessages.quickStart;

const SHAPE = /^svc_(test|live)_[0-9A-Za-z]{38}$/;
const PREFIXES = { sandbox: "svc_test_", live: "svc_live_" };

type Props = { appUrl: string; environment: keyof typeof PREFIXES };

/** A first call in several languages, with the key that the reader pastes. The key never leaves the page. */
export function QuickStart({ appUrl, environment }: Props) {
  const prefix = PREFIXES[environment];
  const placeholder = `${prefix}…`;
  const [typed, setTyped] = useState("");
  const key = useDeferredValue(typed.trim());
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field label={messages.key} description={messages.keyHint} error={keyError(key, prefix)} className="max-w-xl">
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          figures
        />
      </Field>
      <CodeTabs
        label={messages.languages}
        languages={quickStartCode(appUrl, SHAPE.test(key) && key.startsWith(prefix) ? key : placeholder)}
      />
    </div>
  );
}

function keyError(key: string, prefix: string): string | null {
  if (key === "" || (SHAPE.test(key) && key.startsWith(prefix))) return null;
  if (prefix === PREFIXES.sandbox && key.startsWith(PREFIXES.live)) return messages.liveKeyInSandbox;
  if (prefix === PREFIXES.live && key.startsWith(PREFIXES.sandbox)) return messages.sandboxKeyInLive;
  if (key.startsWith("whsec_")) return messages.signingSecret(prefix);
  return messages.incomplete(prefix);
}
