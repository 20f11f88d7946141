import type { Route } from "next";
import { uiMessages } from "@/lib/service/messages/en/ui";
import type { PageOf } from "./page-of";
import { Pager } from "./pager";

type Props = {
  page: PageOf;
  /** the URL of a page; null for the first one, whose number isn't in it */
  address: (page: string | null) => Route;
};

/** Turns the pages of `pageOf`; nothing for a single one. */
export function NumberedPager({ page: { first, last, of, previous, next }, address }: Props) {
  if (previous === null && next === null) return null;
  return (
    <Pager
      previous={previous === null ? null : address(previous === 1 ? null : String(previous))}
      next={next === null ? null : address(String(next))}
      shown={uiMessages.pager.shown(first, last, of)}
    />
  );
}
