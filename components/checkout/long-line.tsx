type Props = {
  name: string;
  value: string;
  /** where the value leads on screen, in a new tab; on paper it is text */
  href?: string | null;
};

/** A value too long for a ledger line that must be shown in full, such as an id or a transaction hash. */
export function LongLine({ name, value, href = null }: Props) {
  return (
    <p className="mt-3 text-12 text-ink-2">
      {name}
      <bdi translate="no" dir="ltr" className="figures block text-start break-all rtl:text-right">
        {href === null ? (
          value
        ) : (
          <>
            <a
              href={href}
              target="_blank"
              rel="noreferrer"
              className="text-verdigris underline underline-offset-4 print:hidden"
            >
              {value}
            </a>
            <span className="hidden print:inline">{value}</span>
          </>
        )}
      </bdi>
    </p>
  );
}
