import type { OverviewSpan } from "@/lib/reports/overview";

export const SPAN_WORDS: Record<OverviewSpan, { label: string; takings: string; before: string; than: string }> = {
  today: { label: "Today", takings: "Takings today", before: "Yesterday", than: "against yesterday until now" },
  "7d": {
    label: "7 days",
    takings: "Takings of the last 7 days",
    before: "The 7 days before",
    than: "against the 7 days before",
  },
  "30d": {
    label: "30 days",
    takings: "Takings of the last 30 days",
    before: "The 30 days before",
    than: "against the 30 days before",
  },
};
