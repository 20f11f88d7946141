"use client";

import type { ReactNode } from "react";
import { activateSecret } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { Note } from "@/components/ui/note";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { secret: words } = webhooksMessages;

const loadReveal = () => import("./secret-forms").then((module) => module.RevealSecret);
const loadRotate = () => import("./secret-forms").then((module) => module.RotateSecret);

type Props = {
  dashboard: DashboardParams;
  endpointId: string;
  /** a rotation in progress: when the new secret takes over automatically, also as it is displayed */
  rotation: { shown: Date; takesOver: ReactNode } | null;
};

/** Reveals the signing secret and rotates it in two steps. */
export function SigningSecret({ dashboard, endpointId, rotation }: Props) {
  return (
    <Section
      title={words.title}
      description={words.text}
      actions={
        <>
          <LoadedDialog
            title={words.title}
            trigger={{ children: words.reveal, look: "secondary" }}
            load={loadReveal}
            content={{ dashboard, endpointId }}
          />
          <LoadedDialog
            title={words.rotateTitle}
            trigger={{ children: rotation ? words.rotateAgain : words.rotate, look: "secondary" }}
            insist
            load={loadRotate}
            content={{ dashboard, endpointId, shown: rotation?.shown ?? null }}
          />
        </>
      }
    >
      {rotation ? (
        <div className="flex flex-col items-start gap-4">
          <Note tone="amber">
            {words.rotating.introduction}{" "}
            <code translate="no" className="figures">
              webhook-signature
            </code>{" "}
            {words.rotating.both}{" "}
            <code translate="no" className="figures">
              X-Service-Signature
            </code>{" "}
            {words.rotating.switchBefore} <span>{rotation.takesOver}</span>.
          </Note>
          <ConfirmDialog
            trigger={{ children: words.finish, look: "primary" }}
            title={words.finishTitle}
            verb={words.finish}
            harmless
            consequence={words.finishText}
            onConfirm={() => activateSecret(dashboard, { endpointId, shown: rotation.shown })}
            onDone={() => toast({ title: words.finished.title, detail: words.finished.text, tone: "good" })}
          />
        </div>
      ) : (
        <p className="text-14 text-ink-2">{words.rotateHint}</p>
      )}
    </Section>
  );
}
