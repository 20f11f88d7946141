"use client";

import { useEffect, useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { openDevice } from "@/app/pos/open/actions";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form-error";
import { Note } from "@/components/ui/note";

/** Takes the link's secret out of the address at once, and spends it on a press: a preview of the link presses nothing. */
export function OpenDevice() {
  const [token, setToken] = useState<string | null>(null);
  const { run, busy, failure } = useAction(openDevice, {
    refresh: false,
    // a whole new page: what the link was leaves the history
    onDone: ({ path }) => location.replace(path),
  });

  useEffect(() => {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    setToken((was) => secret || was || "");
  }, []);

  if (token === "") {
    return <Note tone="amber">Open the link again, whole: this page keeps nothing of it.</Note>;
  }
  const ended = failure?.code === "link_ended";
  return (
    <div className="flex flex-col gap-4">
      <FormError>{failure?.message}</FormError>
      {ended ? (
        <p className="text-14 text-ink-2">
          A manager makes a new one in the dashboard: Terminals, this terminal, Make device link.
        </p>
      ) : (
        <Button pending={busy} busy={token === null} onClick={() => token && run({ token })}>
          Use this device as a till
        </Button>
      )}
      <noscript>
        <Note tone="amber">The keypad needs JavaScript. Switch it on and open the link again.</Note>
      </noscript>
    </div>
  );
}
