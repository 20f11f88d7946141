import { ConfigurationError } from "./errors.js";

/** Anyone could read keys and secrets in a browser. */
export function refuseBrowser(): void {
  const { document, importScripts } = globalThis as { document?: unknown; importScripts?: unknown };
  if (document === undefined && importScripts === undefined) return;
  throw new ConfigurationError(
    "till-payments runs on your server only: in a browser, anyone could read your key. Create the intent on your server and pass its checkoutUrl to the page.",
  );
}
