import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";

type Props = { code: string; title: string; action?: ReactNode; children: ReactNode };

/** Nothing here: what happened, and the way on. */
export function DeadEnd({ code, title, action, children }: Props) {
  return (
    <main className="mx-auto flex min-h-[80dvh] max-w-roll flex-col justify-center gap-4 px-4 py-12">
      <p className="figures text-14 text-ink-2">{code}</p>
      <h1 className="text-28 font-semibold tracking-[-0.02em]">{title}</h1>
      <p className="text-16 text-ink-2">{children}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {action}
        <a href="/" className={buttonClass({ look: "secondary" })}>
          Go to the start page
        </a>
      </div>
    </main>
  );
}
