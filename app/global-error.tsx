"use client";

import { DeadEnd } from "@/components/site/dead-end";
import "./globals.css";

/** The last resort, when not even the layout renders: plain markup that needs no script. */
export default function GlobalError() {
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
