import { auditMessages } from "@/lib/messages/en/audit";

const { fields, no, selected, yes } = auditMessages.change;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Values = Record<string, unknown> | null;

/** The changed fields in a line: `role: cashier → manager`; a value that was only set or only removed has no arrow. */
export function formatChange(before: Values, after: Values): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => formatField(fieldLabel(name), formatValue(before?.[name]), formatValue(after?.[name])))
    .filter(Boolean)
    .join(" · ");
}

function formatField(label: string, from: string | null, to: string | null): string {
  if (from === to || (from === null && to === null)) return "";
  if (from === null) return `${label}: ${to}`;
  return to === null ? `${label}: ${from}` : `${label}: ${from} → ${to}`;
}

function fieldLabel(name: string): string {
  return (
    fields[name] ??
    name
      .replace(/([A-Z])/g, " $1")
      .replaceAll("_", " ")
      .toLowerCase()
  );
}

function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length > 3 ? selected(value.length) : value.map(formatValue).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "string" && UUID.test(value)) return `${value.slice(0, 4)}…${value.slice(-4)}`;
  return value === true ? yes : value === false ? no : String(value);
}
