import { formatCount } from "@/lib/base/values/intl";

/** Words that the parts of the design system bring along, unless a screen gives its own. */
export const uiMessages = {
  paymentStatus: {
    pending: "Pending",
    partly: "Partially paid",
    paid: "Paid",
    expired: "Expired",
    cancelled: "Cancelled",
  },
  status: {
    waiting: "Pending",
    delivered: "Delivered",
    failed: "Failed",
    healthy: "Healthy",
    failing: "Failing",
    disabled: "Disabled",
    active: "Active",
    invited: "Invited",
    revoked: "Revoked",
    attention: "Needs attention",
  },
  /** an amount in full, for screen readers, after the one with two decimals */
  exactly: (amount: string) => `, exactly ${amount}\u00a0USDT`,
  sandbox: { name: "Sandbox", banner: "Sandbox: no real money moves" },
  copy: {
    action: (name: string) => `Copy ${name}`,
    done: "Copied",
    failed: "Couldn't copy. Select the text instead.",
  },
  secret: { once: "Shown once", advice: "Copy it to your server now. If you lose it, rotate it." },
  field: { optional: "(optional)" },
  password: { label: "Your password", show: "Show password", hide: "Hide password" },
  choose: { placeholder: "Select an option", empty: "No results. Try part of the name." },
  search: { clear: "Clear search" },
  palette: {
    title: "Search and commands",
    placeholder: "Search or jump to…",
    searching: "Searching",
    empty: (text: string) => `No results for “${text}”. Try a page name, payment ID or reference.`,
  },
  filters: {
    label: "Filters",
    clear: "Clear all",
    any: "Any",
    sheet: (set: number) => (set === 0 ? "Filter" : `Filter (${set})`),
  },
  dates: {
    label: "Date",
    choose: (label: string) => `${label}: choose dates`,
    apply: "Apply dates",
    first: "Start date",
    last: "End date",
    notADay: (example: string) => `This isn't a date. Enter one like ${example}.`,
    future: (today: string) => `This date is in the future. Enter one up to ${today}.`,
    today: "Today",
    yesterday: "Yesterday",
    thisWeek: "This week",
    lastDays: (days: number) => `Last ${days} days`,
    thisMonth: "This month",
    lastMonth: "Last month",
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
  },
  calendar: {
    months: "Months",
    next: "Next month",
    previous: "Previous month",
    day: (date: string, chosen: boolean) => (chosen ? `${date}, selected` : date),
    loading: "Loading calendar",
  },
  searchedTo: {
    reached: (day: string, time: string, found: boolean) =>
      `${found ? "" : "No matches so far. "}Searched as far as ${day}, ${time}.`,
    further: "Search further",
  },
  pager: {
    label: "Pages",
    newer: "Newer",
    first: "First page",
    older: "Older",
    previous: "Previous",
    next: "Next",
    shown: (first: number, last: number, of: number) =>
      `${formatCount(first)}–${formatCount(last)} of ${formatCount(of)}`,
  },
  table: { loading: (caption: string) => `Loading ${caption.toLowerCase()}` },
  toast: { dismiss: "Dismiss" },
  theme: {
    label: "Theme",
    choices: { system: "System", light: "Light", dark: "Dark" },
  },
};
