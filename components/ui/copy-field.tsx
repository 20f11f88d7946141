import { CopyButton } from "./copy-button";

type Props = {
  /** completes the label "Copy …" */
  name: string;
  value: string;
  /** wraps the value instead of truncating it: addresses, secrets */
  whole?: boolean;
};

/** A value to copy: an address, a URL, an ID. */
export function CopyField({ name, value, whole = false }: Props) {
  return (
    <div className="flex min-h-11 min-w-0 items-center justify-between gap-2 rounded-till border border-ink/25 bg-card ps-3 pe-1 pointer-fine:min-h-9">
      <code translate="no" className={`figures min-w-0 py-2 text-14 ${whole ? "wrap-anywhere" : "truncate"}`}>
        {value}
      </code>
      <CopyButton text={value} name={name} />
    </div>
  );
}
