import { type Place, pathTo } from "@/components/shell/paths";
import { Note } from "@/components/ui/note";
import { TextLink } from "@/components/ui/text-link";
import type { LiveStanding } from "@/lib/settlement/standing";

type Props = { standing: LiveStanding; place: Place; canLook: boolean; canSet: boolean };

/** What stands between a shop and its live payments, on every live page; nothing when nothing does. */
export function LiveMissing({ standing, place, canLook, canSet }: Props) {
  if (standing === "ready") return null;
  return (
    <div className="print:hidden">
      <Note tone={standing === "not_watching" || standing === "clock_skew" ? "brick" : "amber"}>
        <strong className="font-semibold">{WORDS[standing].title}</strong> {WORDS[standing].sentence}{" "}
        {standing === "no_wallet" && canSet ? (
          <TextLink href={pathTo(place, "settlement", "wallet")}>Set the wallet</TextLink>
        ) : (
          canLook && <TextLink href={pathTo(place, "settlement")}>See Settlement</TextLink>
        )}
      </Note>
    </div>
  );
}

const WORDS: Record<Exclude<LiveStanding, "ready">, { title: string; sentence: string }> = {
  off: {
    title: "Live is off on this installation.",
    sentence: "Its operator has set no node to read the TRON blockchain by, so only the sandbox takes payments.",
  },
  no_wallet: {
    title: "Live takes no money yet.",
    sentence: "It needs a receiving wallet: the addresses that customers pay to. An owner sets it.",
  },
  clock_skew: {
    title: "New live payments are paused.",
    sentence: "The clocks of the blockchain and the database differ. Payments already created keep their address.",
  },
  not_watching: {
    title: "The chain is not being read.",
    sentence: "Nothing live expires meanwhile, and no live payment can be asked for. What is paid now is found later.",
  },
};
