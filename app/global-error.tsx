"use client";

import { ErrorPage } from "@/components/site/error-page";
import { errorPageMessages } from "@/lib/service/messages/en/error-pages";
import "./globals.css";

const text = errorPageMessages.failed;

/** Shown when the layout itself fails: plain markup that needs no script. */
export default function GlobalError() {
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
