import type { Route } from "next";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { buttonClass } from "./button";
import { Link } from "./link";
import { LinkHint } from "./link-hint";

const { pager } = uiMessages;

/** Where it goes back to, null at the start: a page, or to the first one where pages are only turned onward. */
type Back = { newer: Route | null } | { first: Route | null };

type Props = Back & {
  /** URL of the next page; null at the end */
  older: Route | null;
  /** what is shown: "1–50 of 1,204", "50 payments" */
  shown?: string;
};

/** Links to the newer or the first page of a list, and to the older one. */
export function Pager({ older, shown, ...back }: Props) {
  return (
    <nav aria-label={pager.label} className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="figures text-14 text-ink-2">{shown}</p>
      <div className="flex gap-2">
        {"first" in back ? (
          <Turn href={back.first} arrow="←">
            {pager.first}
          </Turn>
        ) : (
          <Turn href={back.newer} arrow="←" rel="prev">
            {pager.newer}
          </Turn>
        )}
        <Turn href={older} arrow="→" rel="next">
          {pager.older}
        </Turn>
      </div>
    </nav>
  );
}

type TurnProps = { href: Route | null; arrow: "←" | "→"; rel?: "prev" | "next"; children: string };

function Turn({ href, arrow, rel, children }: TurnProps) {
  const sign = (
    <span aria-hidden="true" className="rtl:-scale-x-100">
      {arrow}
    </span>
  );
  const label = <span>{children}</span>;
  const words = arrow === "←" ? [sign, label] : [label, sign];
  const className = buttonClass({ look: "secondary", size: "small" });
  if (href === null) {
    return (
      <span aria-hidden="true" className={`${className} pointer-events-none border-dashed text-ink-2!`}>
        {words[0]}
        {words[1]}
      </span>
    );
  }
  return (
    <Link href={href} rel={rel} className={className}>
      {words[0]}
      {words[1]}
      <LinkHint />
    </Link>
  );
}
