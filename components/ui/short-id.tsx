import { CopyButton } from "./copy-button";

/** `3f9a1b2c-…-c21e` → `3f9a…c21e`: the full ID is shown on hover and copied. */
export function ShortId({ id, name }: { id: string; name: string }) {
  return (
    <span className="inline-flex items-center">
      <span className="-mr-2 noscript:hidden">
        <CopyButton text={id} name={name}>
          <span translate="no" className="figures text-14">{`${id.slice(0, 4)}…${id.slice(-4)}`}</span>
        </CopyButton>
      </span>
      <span translate="no" className="figures hidden text-12 noscript:inline">
        {id}
      </span>
    </span>
  );
}
