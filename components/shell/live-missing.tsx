import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";
import type { LiveReadiness } from "@/lib/chain/wallets/live-readiness";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { type DashboardParams, pathTo } from "./paths";

type Props = { readiness: LiveReadiness; dashboard: DashboardParams; canLook: boolean; canSet: boolean };

const text = shellMessages.live;

/** Says on every live page why live payments are not possible right now; nothing when they are. */
export function LiveMissing({ readiness, dashboard, canLook, canSet }: Props) {
  if (readiness === "ready") return null;
  return (
    <div className="print:hidden">
      <Note tone={readiness === "not_watching" || readiness === "clock_skew" ? "brick" : "amber"}>
        <strong className="font-semibold">{text[readiness].title}</strong>
        <span>{` ${text[readiness].text} `}</span>
        {readiness === "no_wallet" && canSet ? (
          <TextLink href={pathTo(dashboard, "settlement", "wallet")}>{text.setUpWallet}</TextLink>
        ) : (
          canLook && <TextLink href={pathTo(dashboard, "settlement")}>{text.viewSettlement}</TextLink>
        )}
      </Note>
    </div>
  );
}
