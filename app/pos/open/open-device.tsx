"use client";

import { useEffect, useState } from "react";
import { leaveFor } from "@/app/_kit/leave-for";
import { useAction } from "@/app/_kit/use-action";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form-error";
import { Note } from "@/components/ui/note";
import { posMessages } from "@/lib/service/messages/en/pos";
import { openDevice } from "./actions";

const { link } = posMessages;

/** Removes the link's secret from the address at once and uses it on a press, which a link preview never makes. */
export function OpenDevice() {
  const [token, setToken] = useState<string | null>(null);
  const { run, busy, failure } = useAction(openDevice, {
    // a full page load, so that the link leaves the history
    onDone: ({ path }) => leaveFor(path, "replace"),
    refresh: false,
  });

  useEffect(() => {
    const secret = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
    setToken((was) => secret || was || "");
  }, []);

  if (token === "") {
    return <Note tone="amber">{link.incomplete}</Note>;
  }
  const ended = failure?.code === "link_ended";
  return (
    <div className="flex flex-col gap-4">
      <FormError>{failure?.message}</FormError>
      {ended ? (
        <p className="text-14 text-ink-2">{link.ended}</p>
      ) : (
        <Button pending={busy} busy={token === null} onClick={() => token && run({ token })}>
          {link.link}
        </Button>
      )}
      <noscript>
        <Note tone="amber">{link.noScript}</Note>
      </noscript>
    </div>
  );
}
