"use client";

import type { DashboardParams } from "@/components/shell/paths";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages.file;

const load = () => import("./signed-file-form").then((module) => module.SignedFileForm);

/** Sends the transactions of a file that the offline wallet signed. */
export function SendSignedFile({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <LoadedDialog
      title={words.title}
      description={words.description}
      trigger={{ children: words.upload, look: "secondary" }}
      wide
      insist
      load={load}
      content={{ dashboard }}
    />
  );
}
