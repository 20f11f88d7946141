import { ConfigurationError } from "./errors.js";

/** Keys and secrets sent to a browser are everybody's. */
export function refuseBrowser(): void {
  const { document, importScripts } = globalThis as { document?: unknown; importScripts?: unknown };
  if (document === undefined && importScripts === undefined) return;
  throw new ConfigurationError(
    "till-payments runs on your server only: in a browser everybody could read your key. Create the intent on the server and hand its checkoutUrl to the page.",
  );
}
