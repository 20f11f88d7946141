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
          <DeadEnd code="Error" title="Couldn't load this page">
            Something went wrong on our end. Reload the page in a moment; your payments are safe.
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
