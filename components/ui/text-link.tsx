import type { Route } from "next";
import type { ReactNode } from "react";
import { Link } from "./link";
import { LinkHint } from "./link-hint";

type Props = { href: Route; prefetch?: boolean; className?: string; children: ReactNode };

/** A link in running text. */
export function TextLink({ className = "", children, ...rest }: Props) {
  return (
    <Link
      {...rest}
      className={`text-verdigris underline decoration-1 underline-offset-4 hover:decoration-2 ${className}`}
    >
      <span>{children}</span>
      <LinkHint />
    </Link>
  );
}
