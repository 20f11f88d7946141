/**
 * Request headers: a Web `Headers`, an object or map whose values may be lists, pairs, or Node's `rawHeaders`. Names
 * may be spelled as CGI does (`HTTP_X_SERVICE_SIGNATURE`).
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }
  | ReadonlyMap<string, string | readonly string[]>
  | readonly (readonly [string, string | readonly string[]])[]
  | readonly string[];

type Spelled = { distance: number; values: string[] };

/**
 * Looks up a header, ignoring the case of its name. Of several spellings, the closest counts. Several values are joined
 * as in HTTP. An empty value counts as absent.
 */
export function headerReader(headers: WebhookHeaders): (name: string) => string | null {
  if (isWebHeaders(headers)) return (name) => headers.get(name) || null;
  const found = new Map<string, Spelled>();
  for (const [name, value] of pairsOf(headers)) {
    const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
    if (typeof name === "string") add(found, name, values);
  }
  return (name) => found.get(name.toLowerCase())?.values.join(", ") || null;
}

/** `distance`: how far the spelling is from the header's own name. */
function add(found: Map<string, Spelled>, name: string, values: string[]): void {
  const spelled = name.toLowerCase().replace(/_/g, "-");
  const own = spelled.replace(/^(?:redirect-)*(?:http-)?/, "");
  const distance = spelled.length - own.length + Number(name.includes("_"));
  const known = found.get(own);
  if (known === undefined || distance < known.distance) found.set(own, { distance, values: [...values] });
  else if (distance === known.distance) known.values.push(...values);
}

function pairsOf(headers: unknown): Iterable<readonly [unknown, unknown]> {
  if (headers instanceof Map) return headers;
  if (!Array.isArray(headers)) return Object.entries(headers ?? {});
  if (headers.some(Array.isArray)) return headers.filter(Array.isArray) as unknown as [unknown, unknown][];
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []));
}

function isWebHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof (headers as { get?: unknown } | null)?.get === "function" && !(headers instanceof Map);
}
