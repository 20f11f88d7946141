import { tronLinkAppUrl } from "@/lib/customer/checkout/wallet-links";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { SignFault } from "./tronlink";

const words = signingMessages.tronLink;

/** Why TronLink gave no signature of this address, and what to do. */
export function describeFault(fault: Exclude<SignFault, { kind: "absent" }>, from: string): string {
  switch (fault.kind) {
    case "wrong_account":
      return fault.account ? words.wrongAccount(fault.account, from) : words.noAccount;
    case "failed":
      return words.failed(fault.message);
    default:
      return words[fault.kind];
  }
}

/** Says that TronLink isn't in this browser; on a phone with a link that opens this page in its app. */
export function TronLinkAbsent() {
  return (
    <div role="status" className="flex flex-col items-start gap-1 text-14">
      <p className="max-w-measure text-pretty">{words.absent.text}</p>
      <a
        href={tronLinkAppUrl(location.href)}
        className="inline-flex min-h-11 items-center text-verdigris underline underline-offset-4 pointer-fine:hidden"
      >
        {words.absent.open}
      </a>
    </div>
  );
}
