"use client";

import { DeadEnd } from "@/components/site/dead-end";
import { Button } from "@/components/ui/button";

type Props = { error: Error & { digest?: string }; retry: () => void };

export default function ErrorPage({ error, retry }: Props) {
  return (
    <DeadEnd code="Error" title="Couldn't load this page" action={<Button onClick={() => retry()}>Try again</Button>}>
      Something went wrong on our end. Try again in a moment; your payments are safe.
      {error.digest ? ` Reference for the operator: ${error.digest}.` : ""}
    </DeadEnd>
  );
}
