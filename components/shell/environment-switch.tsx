"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/components/ui/link";
import { LinkHint } from "@/components/ui/link-hint";
import { commonMessages } from "@/lib/service/messages/en/common";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { samePageIn } from "./current";
import type { DashboardParams } from "./paths";

const text = shellMessages.environment;

const CHOICES = [
  { environment: "sandbox", tip: text.sandboxTip },
  { environment: "live", tip: text.liveTip },
] as const;

type Props = { dashboard: DashboardParams; isLiveOff: boolean };

/** Shows the current environment, links to the same section in the other one, and says when the server has no live. */
export function EnvironmentSwitch({ dashboard, isLiveOff }: Props) {
  const path = usePathname();
  return (
    <nav aria-label={text.label} className="flex rounded-till border border-ink/25 bg-card p-0.5">
      {CHOICES.map(({ environment, tip }) => {
        const here = environment === dashboard.environment;
        const off = environment === "live" && isLiveOff;
        return (
          <Link
            key={environment}
            href={samePageIn({ ...dashboard, environment }, dashboard, path)}
            aria-current={here ? "true" : undefined}
            data-tip={off ? text.liveOffTip : tip}
            className={`inline-flex min-h-11 items-center gap-1.5 rounded-[4px] px-2.5 text-14 font-medium has-data-pending:bg-ink/8 pointer-fine:min-h-8 ${here ? LOOKS[environment] : "text-ink-2 hover:text-ink"}`}
          >
            <Sign environment={environment} here={here} />
            <span>{commonMessages[environment]}</span>
            {off && <span className="text-12 font-normal">{text.off}</span>}
            <LinkHint />
          </Link>
        );
      })}
    </nav>
  );
}

const LOOKS = { sandbox: "bg-training text-training-ink", live: "bg-verdigris-wash text-verdigris" };

function Sign({ environment, here }: { environment: DashboardParams["environment"]; here: boolean }) {
  if (environment === "live") {
    return (
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${here ? "bg-current" : "border-[1.5px] border-current"}`}
      />
    );
  }
  return (
    <span aria-hidden="true" className="flex -skew-x-20 gap-0.5">
      <span className="h-2.5 w-0.75 bg-current" />
      <span className="h-2.5 w-0.75 bg-current" />
    </span>
  );
}
