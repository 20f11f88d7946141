"use client";

import { CodeBlock } from "./code-block";
import { Tabs } from "./tabs";

type Language = { id: string; label: string; code: string };

/** One example in several programming languages. */
export function CodeTabs({ label, languages }: { label: string; languages: Language[] }) {
  return (
    <Tabs
      label={label}
      tabs={languages.map(({ id, label: name, code }) => ({
        id,
        label: name,
        content: <CodeBlock code={code} caption={name} />,
      }))}
    />
  );
}
