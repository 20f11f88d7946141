import type { Route } from "next";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { buttonClass } from "./button";
import { Link } from "./link";
import { LinkHint } from "./link-hint";

const { pager } = uiMessages;

/** Where it leads, null at either end: back a page, or to the first one where pages are only turned onward. */
type Turns =
  | { newer: Route | null; older: Route | null }
  | { first: Route | null; older: Route | null }
  /** for lists that aren't in the order of time */
  | { previous: Route | null; next: Route | null };

type Props = Turns & {
  /** what is shown: "1–50 of 1,204", "50 payments" */
  shown?: string;
};

/** Links to the page before or the first page of a list, and to the one after. */
export function Pager({ shown, ...turns }: Props) {
  const { back, onward } = labelled(turns);
  return (
    <nav aria-label={pager.label} className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="figures text-14 text-ink-2">{shown}</p>
      <div className="flex gap-2">
        <Turn href={back.href} arrow="←" rel={back.rel}>
          {back.label}
        </Turn>
        <Turn href={onward.href} arrow="→" rel="next">
          {onward.label}
        </Turn>
      </div>
    </nav>
  );
}

function labelled(turns: Turns) {
  if ("previous" in turns) {
    return {
      back: { href: turns.previous, label: pager.previous, rel: "prev" as const },
      onward: { href: turns.next, label: pager.next },
    };
  }
  const onward = { href: turns.older, label: pager.older };
  if ("first" in turns) return { back: { href: turns.first, label: pager.first, rel: undefined }, onward };
  return { back: { href: turns.newer, label: pager.newer, rel: "prev" as const }, onward };
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
