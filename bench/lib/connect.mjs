import postgres from "postgres";

/**
 * A pool of `max` connections, by the same route as the service's: `?host=/folder` names the folder of a Unix socket.
 */
export function connect(url, max) {
  const parsed = new URL(url);
  const folder = parsed.searchParams.get("host");
  parsed.searchParams.delete("host");
  const path = folder === null ? undefined : `${folder}/.s.PGSQL.${parsed.port}`;
  return postgres(parsed.href, { path, max, max_lifetime: null, onnotice: () => {} });
}
