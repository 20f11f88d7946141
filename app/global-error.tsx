"use client";

import { KeptPayment, useKeptPayment } from "@/app/_live/kept-payment";
import { DeadEnd } from "@/components/site/dead-end";
import "./globals.css";

/**
 * The last resort, when not even the layout renders: plain markup that needs no script. A payment that was shown stays, in
 * its language and type.
 */
export default function GlobalError() {
  const payment = useKeptPayment();
  if (!payment) {
    return (
      <html lang="en">
        <body>
          <title>Error</title>
          <DeadEnd code="500" title="This page could not be made.">
            Something failed on our side and has been noted. No payment is lost by it. Load the page again in a moment.
          </DeadEnd>
        </body>
      </html>
    );
  }
  const { lang, dir, className } = document.documentElement;
  return (
    <html lang={lang} dir={dir} className={className}>
      <body>
        <title>{document.title}</title>
        <KeptPayment payment={payment} />
      </body>
    </html>
  );
}
