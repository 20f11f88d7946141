import type { Elements } from "./elements";

type Props = { label: string; className: string; children: Elements };

/** A named part of a page that scrolls, by the keyboard too. */
export function ScrollRegion({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={className}>
      {children}
    </section>
  );
}
