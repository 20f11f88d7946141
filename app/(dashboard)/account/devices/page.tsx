import type { Metadata } from "next";
import { RevokeDevice } from "@/app/(dashboard)/account/devices/revoke-device";
import { RevokeOthers } from "@/app/(dashboard)/account/devices/revoke-others";
import { startPlace } from "@/app/(dashboard)/start-place";
import { PageHeader } from "@/components/ui/page-header";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { requireUser } from "@/lib/auth/session";
import { listSessions } from "@/lib/users/list-sessions";

export const metadata: Metadata = { title: "Devices" };

export default async function Page() {
  const user = await requireUser();
  const [devices, start] = await Promise.all([listSessions(user.ctx), startPlace(user)]);
  const zone = start?.membership.merchant.timeZone ?? "UTC";
  const now = new Date().toISOString();
  const others = devices.length - 1;
  return (
    <>
      <PageHeader
        title="Devices"
        description="Where you are signed in right now. One that you do not know? Sign it out, and change your password."
        actions={others > 0 && <RevokeOthers count={others} />}
      />
      <ul aria-label="Signed-in devices" className="flex flex-col divide-y border-y text-14">
        {devices.map((device) => (
          <li key={device.id} className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="flex min-w-0 flex-col gap-0.5">
              <span className="flex flex-wrap items-center gap-x-3 font-medium">
                {device.device}
                {device.current && <StatusBadge status="active" words="This device" />}
              </span>
              <span className="text-ink-2">
                <span className="figures wrap-anywhere">{device.address}</span>
                {" · signed in "}
                <Time iso={device.since.toISOString()} zone={zone} now={now} />
                {!device.current && (
                  <>
                    {" · last seen "}
                    <Time iso={device.lastSeenAt.toISOString()} zone={zone} now={now} form="relative" />
                  </>
                )}
              </span>
            </div>
            {!device.current && <RevokeDevice id={device.id} device={device.device} />}
          </li>
        ))}
      </ul>
    </>
  );
}
