/** Shorter parts of a path, like `jsonrpc` or `v2`, are no keys. */
const MIN_PATH_KEY = 16;

/** What of a node's address and key must never be stored or shown: credentials, keys in the path, values of the query. */
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

/** User name and password of the address as HTTP's Basic scheme sends them; null without. */
export function toBasicAuth(url: URL): string | null {
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
