"use client";

import { DeadEnd } from "@/components/site/dead-end";
import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function ErrorPage({ error, retry }: Props) {
  return (
    <DeadEnd
      code="500"
      title="This page could not be made."
      action={<Button onClick={() => retry()}>Try again</Button>}
    >
      Something failed on our side and has been noted{error.digest ? ` as ${error.digest}` : ""}. No payment is lost by
      it.
    </DeadEnd>
  );
}
