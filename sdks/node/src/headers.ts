/** Request headers: a Web `Headers`, or an object whose values may be lists. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/**
 * Looks up a header, ignoring the case of its name. Several values are joined as in HTTP. An empty value counts as
 * absent.
 */
export function headerReader(headers: WebhookHeaders): (name: string) => string | null {
  if (isWebHeaders(headers)) return (name) => headers.get(name) || null;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(headers ?? {})) {
    const text = Array.isArray(value) ? value.join(", ") : value;
    if (typeof text === "string" && text !== "") values.set(name.toLowerCase(), text);
  }
  return (name) => values.get(name.toLowerCase()) ?? null;
}

function isWebHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof (headers as { get?: unknown } | null)?.get === "function";
}
