import type { Route } from "next";
import type { ReactNode } from "react";
import { type ButtonStyle, buttonClass } from "./button";
import { Link } from "./link";
import { LinkHint } from "./link-hint";

type Props = ButtonStyle & { href: Route; prefetch?: boolean; className?: string; children: ReactNode };

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({ look = "secondary", size = "small", className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass({ look, size }, className)}>
      <span className="contents">{children}</span>
      <LinkHint />
    </Link>
  );
}
