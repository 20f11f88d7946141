import { type Place, pathTo } from "@/components/shell/paths";
import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";
import { shellMessages } from "@/lib/messages/en/shell";
import type { LiveStanding } from "@/lib/wallets/standing";

type Props = { standing: LiveStanding; place: Place; canLook: boolean; canSet: boolean };

const text = shellMessages.live;

/** Says on every live page why live payments are not possible right now; nothing when they are. */
export function LiveMissing({ standing, place, canLook, canSet }: Props) {
  if (standing === "ready") return null;
  return (
    <div className="print:hidden">
      <Note tone={standing === "not_watching" || standing === "clock_skew" ? "brick" : "amber"}>
        <strong className="font-semibold">{text[standing].title}</strong> {text[standing].text}{" "}
        {standing === "no_wallet" && canSet ? (
          <TextLink href={pathTo(place, "settlement", "wallet")}>{text.setUpWallet}</TextLink>
        ) : (
          canLook && <TextLink href={pathTo(place, "settlement")}>{text.viewSettlement}</TextLink>
        )}
      </Note>
    </div>
  );
}
