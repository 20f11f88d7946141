import type { Metadata } from "next";
import { ErrorPage } from "@/components/site/error-page";
import { buttonClass } from "@/components/ui/button";
import { errorPageMessages } from "@/lib/messages/en/error-pages";

const text = errorPageMessages.forbidden;

export const metadata: Metadata = { title: text.pageTitle };

export default function Forbidden() {
  return (
    <ErrorPage
      code="403"
      title={text.title}
      action={
        // no `Link`: every page loads the script of this one, the customer's page too
        <a href="/dashboard" className={buttonClass()}>
          {text.action}
        </a>
      }
    >
      {text.text}
    </ErrorPage>
  );
}
