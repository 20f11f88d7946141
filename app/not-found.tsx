import type { Metadata } from "next";
import { ErrorPage } from "@/components/site/error-page";
import { notFoundMessages } from "@/lib/service/messages/en/error-pages";

export const metadata: Metadata = { title: notFoundMessages.title };

export default function NotFound() {
  return (
    <ErrorPage code="404" title={notFoundMessages.title}>
      {notFoundMessages.text}
    </ErrorPage>
  );
}
