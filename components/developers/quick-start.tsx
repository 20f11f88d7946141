"use client";

import { useDeferredValue, useState } from "react";
import { quickStartCode } from "@/components/developers/quick-start-code";
import { CodeTabs } from "@/components/ui/code-tabs";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const SHAPE = /^svc_(test|live)_[0-9A-Za-z]{38}$/;
const PLACE = "svc_test_…";

/** The first call, with the reader's own key in it as soon as he puts it here. It stays in this page. */
export function QuickStart({ appUrl }: { appUrl: string }) {
  const [typed, setTyped] = useState("");
  const key = useDeferredValue(typed.trim());
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Field
        label="Your key"
        description="Put it here and it stands in the code below. It stays in this page: it is neither sent nor kept."
        error={wrongWords(key)}
        className="max-w-xl"
      >
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={PLACE}
          autoComplete="off"
          spellCheck={false}
          figures
        />
      </Field>
      <CodeTabs label="Languages" languages={quickStartCode(appUrl, SHAPE.test(key) ? key : PLACE)} />
    </div>
  );
}

function wrongWords(key: string): string | null {
  if (key === "" || (SHAPE.test(key) && key.startsWith("svc_test_"))) return null;
  if (key.startsWith("svc_live_"))
    return "This is a live key. Try things with a sandbox key, which begins with svc_test_.";
  if (key.startsWith("whsec_")) return "This is the secret of an endpoint. A key begins with svc_test_.";
  return "This is no whole key. It begins with svc_test_ and has 47 characters, for example svc_test_4fK….";
}
