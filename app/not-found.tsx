import type { Metadata } from "next";
import { ErrorPage } from "@/components/site/error-page";
import { errorPageMessages } from "@/lib/messages/en/error-pages";

const text = errorPageMessages.notFound;

export const metadata: Metadata = { title: text.pageTitle };

export default function NotFound() {
  return (
    <ErrorPage code="404" title={text.title}>
      {text.text}
    </ErrorPage>
  );
}
