/**
 * What the driver needs of a connection URL. As in libpq, `?host=/folder` names the folder of a Unix socket, and the URL's host is
 * then not used; several hosts, `a:5432,b:5432`, are tried in turn.
 */
export function driverAddress(url: string): { url: string; path: string | undefined } {
  if (!URL.canParse(url)) return { url, path: undefined };
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  if (!folder?.startsWith("/")) return { url, path: undefined };
  parsed.searchParams.delete("host");
  return { url: parsed.href, path: `${folder}/.s.PGSQL.${parsed.port || 5432}` };
}
