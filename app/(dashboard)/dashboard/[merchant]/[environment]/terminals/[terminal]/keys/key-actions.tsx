"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { endKey, issueKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { toast } from "@/components/ui/toast";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { issue, revokeKey, rotate: rotation } = terminalsMessages;

const loadIssue = () => import("./key-forms").then((module) => module.IssueKeyForm);
const loadRotate = () => import("./key-forms").then((module) => module.RotateKeyForm);
const loadNewKey = () => import("./key-forms").then((module) => module.NewKey);

type Props = { dashboard: DashboardParams; terminalId: string; appUrl: string };

/** Issues the terminal's first key and shows it once. A live key requires the password. */
export function IssueKey(props: Props) {
  return props.dashboard.environment === "live" ? <IssueLiveKey {...props} /> : <IssueSandboxKey {...props} />;
}

function IssueLiveKey(props: Props) {
  const router = useRouter();
  return (
    <LoadedDialog
      title={issue.title}
      description={issue.description}
      trigger={{ children: issue.open, look: "primary" }}
      insist
      wide
      // not earlier: the refreshed page no longer renders this dialog
      onOpenChange={(open) => {
        if (!open) router.refresh();
      }}
      load={loadIssue}
      content={props}
    />
  );
}

function IssueSandboxKey({ dashboard, terminalId, appUrl }: Props) {
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    router.refresh();
  };
  const { run, busy, failure } = useAction(issueKey, { onDone: ({ key }) => setSecret(key), refresh: false });
  return (
    <>
      <Button look="primary" size="small" pending={busy} onClick={() => run(dashboard, { terminalId })}>
        {issue.open}
      </Button>
      <FormError>{failure?.message}</FormError>
      <ShownKey secret={secret} appUrl={appUrl} title={issue.newKey} onClose={close} />
    </>
  );
}

/** Rotates the key: asks when the old one ends and for the password, then shows the new key once. */
export function RotateKey(props: Props) {
  return (
    <LoadedDialog
      title={rotation.title}
      description={rotation.description}
      trigger={{ children: rotation.open, look: "secondary" }}
      insist
      wide
      load={loadRotate}
      content={props}
    />
  );
}

/** Ends a replaced key before its time. */
export function EndKey({ dashboard, keyId, last4 }: { dashboard: DashboardParams; keyId: string; last4: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: revokeKey.open, look: "secondary" }}
      title={revokeKey.title(last4)}
      verb={revokeKey.confirm}
      consequence={revokeKey.consequence}
      onConfirm={() => endKey(dashboard, { keyId })}
      onDone={() => toast({ title: revokeKey.done(last4) })}
    />
  );
}

type ShownProps = { secret: string | null; appUrl: string; title: string; onClose(): void };

function ShownKey({ secret, appUrl, title, onClose }: ShownProps) {
  return (
    <LoadedDialog
      title={title}
      open={secret !== null}
      onOpenChange={(open) => !open && onClose()}
      insist
      wide
      load={loadNewKey}
      content={{ secret: secret ?? "", appUrl }}
    />
  );
}
