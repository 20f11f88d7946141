/** An endpoint by its URL with the host emphasised, cut to one line and complete on hover. */
export function EndpointName({ url, whole = false }: { url: string; whole?: boolean }) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const rest = parsed ? url.slice(url.indexOf(parsed.host) + parsed.host.length) : "";
  return (
    <span
      translate="no"
      title={whole ? undefined : url}
      className={`figures ${whole ? "wrap-anywhere" : "block truncate"}`}
    >
      {parsed ? (
        <>
          <span className="text-ink-2">{url.slice(0, url.indexOf(parsed.host))}</span>
          <span className="font-medium">{parsed.host}</span>
          <span className="text-ink-2">{rest === "/" ? "" : rest}</span>
        </>
      ) : (
        url
      )}
    </span>
  );
}
