"use client";

import {
  endRestrictedKey,
  endRestrictedSecret,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/developers/keys/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LoadedDialog } from "@/components/ui/loaded-dialog";
import { toast } from "@/components/ui/toast";
import { keysMessages } from "@/lib/service/messages/en/keys";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const { revoke, rotate } = keysMessages;
const { revokeKey } = terminalsMessages;

const loadRotate = () => import("./rotate-form").then((module) => module.RotateForm);

type Props = { dashboard: DashboardParams; keyId: string; name: string };

/** Rotates a restricted key: asks when the old one ends and for the password, then shows the new key once. */
export function RotateKey({ name, ...content }: Props) {
  return (
    <LoadedDialog
      title={rotate.title(name)}
      description={rotate.description}
      trigger={{ children: rotate.open, look: "secondary" }}
      insist
      wide
      load={loadRotate}
      content={content}
    />
  );
}

/** Ends a restricted key with its replaced ones. */
export function RevokeKey({ dashboard, keyId, name }: Props) {
  return (
    <ConfirmDialog
      trigger={{ children: revoke.open }}
      title={revoke.title(name)}
      verb={revoke.confirm}
      consequence={
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {revoke.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
      }
      onConfirm={() => endRestrictedKey(dashboard, { restrictedKeyId: keyId })}
      onDone={() => toast({ title: revoke.done(name) })}
    />
  );
}

/** Ends a replaced key before its time. */
export function RevokeReplaced({
  dashboard,
  secretId,
  last4,
}: {
  dashboard: DashboardParams;
  secretId: string;
  last4: string;
}) {
  return (
    <ConfirmDialog
      trigger={{ children: revokeKey.open, look: "secondary" }}
      title={revokeKey.title(last4)}
      verb={revokeKey.confirm}
      consequence={revokeKey.consequence}
      onConfirm={() => endRestrictedSecret(dashboard, { secretId })}
      onDone={() => toast({ title: revokeKey.done(last4) })}
    />
  );
}
