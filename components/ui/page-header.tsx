import type { Route } from "next";
import type { ReactNode } from "react";
import type { Elements } from "./elements";
import { Link } from "./link";
import { LinkHint } from "./link-hint";

type Props = {
  title: ReactNode;
  description?: ReactNode;
  /** beside the title: a `StatusBadge` */
  badge?: Elements;
  actions?: ReactNode;
  back?: { href: Route; label: string };
};

/** The header of every dashboard page: title, description and actions. */
export function PageHeader({ title, description, badge, actions, back }: Props) {
  return (
    <header className="flex flex-col gap-1">
      {back && (
        <Link
          href={back.href}
          className="-my-2 inline-flex min-h-11 items-center gap-1.5 self-start text-14 text-ink-2 hover:text-ink pointer-fine:min-h-9"
        >
          <span aria-hidden="true" className="rtl:-scale-x-100">
            ←
          </span>
          <span>{back.label}</span>
          <LinkHint />
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="min-w-0 text-28 font-semibold tracking-[-0.02em] text-balance wrap-anywhere">{title}</h1>
          {badge}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {description && <p className="max-w-measure text-14 text-pretty text-ink-2">{description}</p>}
    </header>
  );
}
