/** Names of fields as people say them; the others are written with spaces. */
const FIELDS: Record<string, string> = {
  secondFactor: "second step",
  timeZone: "time zone",
  email: "e-mail",
  eventTypes: "events",
  terminalId: "terminal",
  graceHours: "old key ends after hours",
  neverReuseAddresses: "never use an address twice",
  xpub: "public key",
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Values = Record<string, unknown> | null;

/** What was changed, in a line: `role: cashier → manager`; what was only set or only taken away stands alone. */
export function humanChange(before: Values, after: Values): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => change(fieldWords(name), valueWords(before?.[name]), valueWords(after?.[name])))
    .filter(Boolean)
    .join(" · ");
}

function change(name: string, from: string | null, to: string | null): string {
  if (from === to || (from === null && to === null)) return "";
  if (from === null) return `${name}: ${to}`;
  return to === null ? `${name}: ${from}` : `${name}: ${from} → ${to}`;
}

function fieldWords(name: string): string {
  return (
    FIELDS[name] ??
    name
      .replace(/([A-Z])/g, " $1")
      .replaceAll("_", " ")
      .toLowerCase()
  );
}

function valueWords(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length > 3 ? `${value.length} chosen` : value.map(valueWords).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value === "string" && UUID.test(value)) return `${value.slice(0, 4)}…${value.slice(-4)}`;
  return value === true ? "yes" : value === false ? "no" : String(value);
}
