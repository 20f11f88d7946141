import type { Elements } from "@/components/ui/elements";
import { Link } from "@/components/ui/link";
import { siteMessages } from "@/lib/service/messages/en/site";
import { Wordmark } from "./wordmark";

const WIDTHS = { text: "max-w-6xl", wide: "max-w-[90rem]" };

const LINK = "inline-flex min-h-11 items-center text-16 font-medium hover:underline";

const text = siteMessages.frame;

/** Header and footer of the public pages that are not a payment page. */
export function SiteFrame({
  appName,
  width = "text",
  signedIn,
  children,
}: {
  appName: string;
  width?: keyof typeof WIDTHS;
  signedIn: boolean;
  children: Elements;
}) {
  const line = `mx-auto px-4 sm:px-6 ${WIDTHS[width]}`;
  return (
    <>
      <header className="border-b">
        <div className={`flex items-center justify-between py-2 ${line}`}>
          <Wordmark name={appName} />
          <nav aria-label={text.navigation} className="flex gap-6">
            <Link href="/docs/api" className={LINK}>
              {text.apiReference}
            </Link>
            <Link href={signedIn ? "/dashboard" : "/sign-in"} prefetch={false} className={LINK}>
              {signedIn ? text.dashboard : text.signIn}
            </Link>
          </nav>
        </div>
      </header>
      {children}
      <footer className="border-t">
        <p className={`py-8 text-14 text-ink-2 ${line}`}>{text.footer(appName)}</p>
      </footer>
    </>
  );
}
