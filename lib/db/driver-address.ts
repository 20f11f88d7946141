/**
 * What the driver needs of a connection URL. As in libpq, `?host=/folder` names the folder of a Unix socket, and the URL's host is
 * then not used.
 */
export function driverAddress(url: string): { url: string; path: string | undefined } {
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  if (!folder?.startsWith("/")) return { url, path: undefined };
  parsed.searchParams.delete("host");
  return { url: parsed.href, path: `${folder}/.s.PGSQL.${parsed.port || 5432}` };
}
