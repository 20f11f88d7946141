"use client";

import { useState, useTransition } from "react";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import { commonMessages } from "@/lib/service/messages/en/common";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages.refunds;

type Props = {
  dashboard: DashboardParams;
  refundIds: readonly string[];
  /** `transfers` for the offline wallet, `lines` for wallet-cli */
  kind: "transfers" | "lines";
  onDone: () => void;
  /** one of them can't be signed any more */
  onRefused: () => void;
};

/** Saves a file of the refunds to sign. Their IDs are too many for a link, so the browser asks for it by POST. */
export function DownloadRefunds({ dashboard, refundIds, kind, onDone, onRefused }: Props) {
  const [busy, start] = useTransition();
  const [fault, setFault] = useState<string | null>(null);
  const download = () =>
    start(async () => {
      setFault(null);
      const answer = await fetch(pathTo(dashboard, "settlement", "refunds", kind), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refundIds }),
      }).catch(() => null);
      if (!answer) return setFault(commonMessages.unreachable);
      if (!answer.ok) {
        setFault(await messageOf(answer));
        return onRefused();
      }
      save(await answer.blob(), nameOf(answer));
      onDone();
      if (kind === "transfers") toast({ ...words.downloaded, tone: "good" });
    });
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Button look="secondary" size="small" pending={busy} onClick={download}>
        {kind === "transfers" ? signingMessages.file.download : words.downloadLines}
      </Button>
      <FormError>{fault}</FormError>
    </div>
  );
}

/** The error's sentence, in the API's shape or in plain text. */
async function messageOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return text.trim();
  return (JSON.parse(text) as { error: string }).error;
}

function nameOf(answer: Response): string {
  return /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "refunds.json";
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
