import { CopyButton } from "./copy-button";

/** Code with a caption; long lines scroll inside, by keyboard too. */
export function CodeBlock({ code, caption }: { code: string; caption: string }) {
  return (
    <figure className="min-w-0 rounded-till border bg-card">
      <figcaption className="flex min-h-11 items-center justify-between border-b pl-4 text-12 text-ink-2 pointer-fine:min-h-9">
        <span>{caption}</span>
        <CopyButton text={code} name={caption} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto rounded-b-till p-4 text-14">
        <code translate="no" className="figures">
          {code}
        </code>
      </pre>
    </figure>
  );
}
