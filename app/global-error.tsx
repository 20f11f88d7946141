"use client";

import { KeptPayment, useKeptPayment } from "@/app/_realtime/kept-payment";
import { ErrorPage } from "@/components/site/error-page";
import { errorPageMessages } from "@/lib/messages/en/error-pages";
import "./globals.css";

const text = errorPageMessages.failed;

/**
 * Shown when the layout itself fails: plain markup that needs no script. A payment that was on screen stays there, in its
 * language and type.
 */
export default function GlobalError() {
  const payment = useKeptPayment();
  if (!payment) {
    return (
      <html lang="en">
        <body>
          <title>{text.code}</title>
          <ErrorPage code={text.code} title={text.title}>
            {text.reload}
          </ErrorPage>
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
