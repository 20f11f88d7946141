/** Shorter parts of a path, like `jsonrpc` or `v2`, are no keys. */
const MIN_PATH_KEY = 16;

/**
 * What of a node's address and key must never be stored or shown: credentials, keys in the path, values of the query.
 */
export function getSecrets(url: URL, apiKey: string | undefined): string[] {
  const parts = [
    apiKey ?? "",
    decodeURIComponent(url.username),
    decodeURIComponent(url.password),
    toBasicAuth(url) ?? "",
    ...url.pathname.split("/").filter((part) => part.length >= MIN_PATH_KEY),
    ...url.searchParams.values(),
  ];
  return parts.filter((part) => part !== "").sort((a, b) => b.length - a.length);
}

/** The headers of a request to a node, with its key and credentials. */
export function toHeaders(url: URL, apiKey: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (apiKey) headers["TRON-PRO-API-KEY"] = apiKey;
  const credentials = toBasicAuth(url);
  if (credentials) headers.authorization = `Basic ${credentials}`;
  return headers;
}

/** The address without user name and password, which go into a header. */
export function withoutCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  return plain;
}

/** User name and password of the address as HTTP's Basic scheme sends them; null without. */
function toBasicAuth(url: URL): string | null {
  if (!url.username && !url.password) return null;
  return Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString("base64");
}

/** The text with each secret that it repeats taken out. */
export function without(secrets: readonly string[], text: string): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
}

/**
 * Whether the API key goes to this node. It is TronGrid's: when one of the nodes is TronGrid's, no other one gets it.
 */
export function getsKey(url: string, urls: readonly string[]): boolean {
  return isTronGrid(url) || !urls.some(isTronGrid);
}

function isTronGrid(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === "trongrid.io" || hostname.endsWith(".trongrid.io");
}
