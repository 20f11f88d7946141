import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { errorPageMessages } from "@/lib/service/messages/en/error-pages";

type Props = { code: string; title: string; action?: Elements; children: ReactNode };

/** A page that could not be shown: what happened, and what to do next. */
export function ErrorPage({ code, title, action, children }: Props) {
  return (
    <main className="mx-auto flex min-h-[80dvh] max-w-roll flex-col justify-center gap-4 px-4 py-12">
      <p className="figures text-14 text-ink-2">{code}</p>
      <h1 className="text-28 font-semibold tracking-[-0.02em]">{title}</h1>
      <p className="text-16 text-ink-2">{children}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {action}
        <a href="/" className={buttonClass({ look: "secondary" })}>
          {errorPageMessages.home}
        </a>
      </div>
    </main>
  );
}
