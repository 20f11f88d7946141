import { type ReactNode, useId } from "react";

type Props = {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** `beside` puts title and description in a column of their own, for settings */
  layout?: "under" | "beside";
  children: ReactNode;
};

/** A part of a page with a heading. */
export function Section({ title, description, actions, layout = "under", children }: Props) {
  const id = useId();
  const beside = layout === "beside";
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 border-t pt-5 [nav+&]:border-t-0 [nav+&]:pt-0 ${beside ? "grid gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]" : ""}`}
    >
      <div className={`flex flex-wrap items-start justify-between gap-x-6 gap-y-2 ${beside ? "" : "pb-4"}`}>
        <div className="flex min-w-0 flex-col gap-1">
          <h2 id={id} className="text-16 font-semibold">
            {title}
          </h2>
          {description && <p className="max-w-measure text-14 text-pretty text-ink-2">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
