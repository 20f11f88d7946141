import type { ReactNode } from "react";
import { Wordmark } from "@/components/site/wordmark";
import { Link } from "@/components/ui/link";

const WIDTHS = { text: "max-w-6xl", wide: "max-w-[90rem]" };

const LINK = "inline-flex min-h-11 items-center text-16 font-medium hover:underline";

/** Head and foot of the pages that are not a payment. */
export function SiteFrame({
  appName,
  width = "text",
  children,
}: {
  appName: string;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
}) {
  const line = `mx-auto px-4 sm:px-6 ${WIDTHS[width]}`;
  return (
    <>
      <header className="border-b">
        <div className={`flex items-center justify-between py-2 ${line}`}>
          <Wordmark name={appName} />
          <nav aria-label="Main" className="flex gap-6">
            <Link href="/docs/api" className={LINK}>
              API reference
            </Link>
            <Link href="/dashboard" prefetch={false} className={LINK}>
              Dashboard
            </Link>
          </nav>
        </div>
      </header>
      {children}
      <footer className="border-t">
        <p className={`py-8 text-14 text-ink-2 ${line}`}>
          {appName} runs on your own machine. It holds no money and no private key.
        </p>
      </footer>
    </>
  );
}
