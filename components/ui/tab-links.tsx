"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { Link } from "./link";
import { LinkHint } from "./link-hint";
import { tabClasses } from "./tabs";

/** Several tabs may lead to the same page: on a Monday, today is this week. */
type Tab = { href: Route; label: string; count?: number; current?: boolean };

/** Tabs that are pages of their own. The current one follows from the path, or from `current`. */
export function TabLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  const path = usePathname();
  return (
    <nav aria-label={label} className={tabClasses.line}>
      {tabs.map(({ href, label: words, count, current }) => {
        const here = current ?? path === href;
        return (
          <Link
            key={words}
            href={href}
            aria-current={here ? "page" : undefined}
            className={`${tabClasses.tab} ${here ? tabClasses.current : ""}`}
          >
            <span>{words}</span>
            {count !== undefined && <span className="figures text-12 font-normal text-ink-2">{count}</span>}
            <LinkHint />
          </Link>
        );
      })}
    </nav>
  );
}
