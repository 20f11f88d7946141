import type { ReactNode } from "react";
import { Wordmark } from "@/components/site/wordmark";
import type { Elements } from "@/components/ui/elements";
import { Roll } from "@/components/ui/paper";

type Props = {
  appName: string;
  title: string;
  description?: ReactNode;
  /** under the sheet: a link to another page, "No account yet? Create account" */
  foot?: ReactNode;
  children: Elements;
};

/** The frame of sign-in, sign-up, reset and invitation pages: one narrow sheet. */
export function AuthFrame({ appName, title, description, foot, children }: Props) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-3 pt-6 pb-12 sm:pt-[12vh]">
      <header>
        <Wordmark name={appName} />
      </header>
      <main className="mt-6 w-full max-w-roll">
        <Roll>
          <div className="flex flex-col gap-6 px-5 pt-8 pb-8 sm:px-7">
            <div className="flex flex-col gap-1">
              <h1 className="text-20 font-semibold tracking-[-0.01em] text-balance">{title}</h1>
              {description && <div className="text-14 text-pretty text-ink-2">{description}</div>}
            </div>
            {children}
          </div>
        </Roll>
        {foot && <div className="mt-4 text-center text-14 text-ink-2">{foot}</div>}
      </main>
    </div>
  );
}
