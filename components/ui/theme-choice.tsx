"use client";

import { uiMessages } from "@/lib/service/messages/en/ui";
import { RadioCards } from "./radio-cards";
import { parseTheme, THEMES } from "./theme";
import { useTheme } from "./use-theme";

const { theme: text } = uiMessages;

/** Chooses light, dark or what the system says, for this browser. */
export function ThemeChoice({ hideLegend }: { hideLegend?: boolean }) {
  const [theme, choose] = useTheme();
  return (
    <RadioCards
      name="theme"
      legend={text.label}
      hideLegend={hideLegend}
      cards={THEMES.map((value) => ({ value, label: text.choices[value] }))}
      value={theme}
      onChange={(value) => choose(parseTheme(value))}
      columns={3}
    />
  );
}
