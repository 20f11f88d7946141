"use client";

import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";
import { Link } from "@/components/ui/link";
import { LinkHint } from "@/components/ui/link-hint";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { isCurrent } from "./current";
import type { NavItem } from "./navigation";

type Props = {
  item: NavItem;
  overview: string;
  look: "side" | "tab" | "drawer";
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
};

const LOOKS = {
  side:
    "min-h-11 gap-3 rounded-till px-2.5 text-14 text-ink-2 pointer-fine:min-h-9 hover:bg-ink/5 hover:text-ink " +
    "here:bg-ink/7 here:font-medium here:text-ink here:before:scale-y-100",
  drawer:
    "min-h-12 gap-3 rounded-till px-2.5 text-16 text-ink-2 " +
    "here:bg-ink/7 here:font-medium here:text-ink here:before:scale-y-100",
  tab:
    "min-h-14 flex-1 flex-col justify-center gap-0.5 text-12 text-ink-2 " +
    "here:font-medium here:text-ink here:before:scale-x-100",
};

const BARS = {
  side: "before:absolute before:inset-y-1.5 before:start-0 before:w-[3px] before:scale-y-0 before:rounded-full before:bg-ink",
  drawer:
    "before:absolute before:inset-y-2.5 before:start-0 before:w-[3px] before:scale-y-0 before:rounded-full before:bg-ink",
  tab: "before:absolute before:inset-x-4 before:-top-px before:h-[3px] before:scale-x-0 before:rounded-b-full before:bg-ink",
};

/** One link of the navigation, marked when it leads to the current page, or as soon as it is pressed. */
export function NavLink({ item, overview, look, onClick }: Props) {
  const current = isCurrent(usePathname(), item.href, overview);
  return (
    <Link
      href={item.href}
      onClick={onClick}
      aria-current={current ? "page" : undefined}
      className={`relative flex items-center outline-offset-[-2px] transition-colors duration-100 before:transition-transform before:duration-150 ${LOOKS[look]} ${BARS[look]}`}
    >
      {item.icon}
      <span className="min-w-0 truncate">{item.label}</span>
      {item.count !== undefined && item.count > 0 && <Count count={item.count} look={look} />}
      <LinkHint />
    </Link>
  );
}

function Count({ count, look }: { count: number; look: Props["look"] }) {
  const position = look === "tab" ? "absolute top-1.5 start-1/2 ms-2" : "ms-auto";
  return (
    <span className={`figures rounded-full bg-amber-wash px-1.5 text-12 font-medium text-amber-ink ${position}`}>
      <span>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">{shellMessages.navigation.needAttention(count)}</span>
    </span>
  );
}
