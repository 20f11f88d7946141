"use client";

import { ErrorPage } from "@/components/site/error-page";
import { Button } from "@/components/ui/button";
import { errorPageMessages } from "@/lib/service/messages/en/error-pages";

const text = errorPageMessages.failed;

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function PageError({ error, retry }: Props) {
  return (
    <ErrorPage code={text.code} title={text.title} action={<Button onClick={() => retry()}>{text.retry}</Button>}>
      {`${text.text}${error.digest ? text.reference(error.digest) : ""}`}
    </ErrorPage>
  );
}
