import type { Metadata } from "next";
import { ErrorPage } from "@/components/site/error-page";
import { buttonClass } from "@/components/ui/button";
import { forbiddenMessages } from "@/lib/service/messages/en/error-pages";

export const metadata: Metadata = { title: forbiddenMessages.pageTitle };

export default function Forbidden() {
  return (
    <ErrorPage
      code="403"
      title={forbiddenMessages.title}
      action={
        // no `Link`: every page loads this page's script, the payment page too
        <a href="/dashboard" className={buttonClass()}>
          {forbiddenMessages.action}
        </a>
      }
    >
      {forbiddenMessages.text}
    </ErrorPage>
  );
}
