/** `npm start` without settings. It keeps the names that cookies had before they were named by address. */
const FIRST_ADDRESS = "http: 3000";

/**
 * The name of a cookie of the installation at this address. Browsers share cookies between the ports and protocols of a
 * host, so two installations there need names of their own. Browsers take `__Secure-` names only with `Secure`.
 */
export function cookieName(name: string, { protocol, port }: { protocol: string; port: string }): string {
  return `${protocol === "https:" ? "__Secure-" : ""}${name}${cookieSuffix({ protocol, port })}`;
}

/** What follows the name: nothing for `https://` without a port. */
export function cookieSuffix({ protocol, port }: { protocol: string; port: string }): string {
  if (`${protocol} ${port}` === FIRST_ADDRESS) return "";
  return protocol === "https:" && port === "" ? "" : `-${port || 80}`;
}
