"use client";

import type { Route } from "next";
import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";
import { LinkHint } from "@/components/ui/link-hint";

type Props = { label: string; items: { href: Route; label: string }[] };

/** Links to the pages of one area: a scrolling row on phones, a column beside the page on wide screens. */
export function SettingsNav({ label, items }: Props) {
  const path = usePathname();
  return (
    <nav
      aria-label={label}
      data-nav=""
      className="flex gap-1 overflow-x-auto [scrollbar-width:none] lg:w-48 lg:shrink-0 lg:flex-col lg:self-start"
    >
      {items.map(({ href, label: name }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href ? "page" : path.startsWith(`${href}/`) || undefined}
          className="inline-flex min-h-11 shrink-0 items-center rounded-till px-3 text-14 text-ink-2 outline-offset-[-2px] hover:bg-ink/5 hover:text-ink here:bg-ink/7 here:font-medium here:text-ink pointer-fine:min-h-9"
        >
          <span>{name}</span>
          <LinkHint />
        </Link>
      ))}
    </nav>
  );
}
