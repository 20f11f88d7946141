import { uiMessages } from "@/lib/service/messages/en/ui";

/** Code with a caption and a button that `CopyCode` makes work; long lines scroll inside, by keyboard too. */
export function CodeSample({ code, caption }: { code: string; caption: string }) {
  return (
    <figure className="min-w-0 rounded-till border bg-card">
      <figcaption className="flex min-h-11 items-center justify-between border-b pl-4 text-12 text-ink-2 pointer-fine:min-h-9">
        <span>{caption}</span>
        <button
          type="button"
          data-copies=""
          className="group -my-2 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-till px-2 text-ink-2 hover:text-ink pointer-fine:min-h-9 noscript:hidden"
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 shrink-0 fill-none stroke-current stroke-[1.5]">
            <path d="M9 9h11v11H9zM15 5V4H4v11h1" className="group-data-[outcome=done]:hidden" />
            <path d="m5 13 5 5 9-11" className="hidden group-data-[outcome=done]:inline" />
          </svg>
          <span
            data-says=""
            className="sr-only group-data-[outcome=failed]:not-sr-only group-data-[outcome=failed]:text-12"
          >
            {uiMessages.copy.action(caption)}
          </span>
          <span role="status" className="sr-only" />
        </button>
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
