import { buttonClass } from "@/components/ui/button";

const KINDS = [
  {
    name: "A wallet app, for example TronLink",
    words: "Make 5 to 20 accounts in it and paste their addresses. Good for some payments an hour.",
  },
  {
    name: "Ledger",
    words: "Add TRON accounts and paste their addresses, each checked on the device. The key stays in hardware.",
  },
  {
    name: "Offline wallet",
    words:
      "Paste its public key (xpub). As many addresses as are needed, none of them twice if you like. You keep its words on paper.",
  },
  {
    name: "Exchange",
    words: "Not suitable: it may change the address, credits late, and pays out of no single address.",
  },
];

/** Which wallet to take, in short. */
export function WalletHelp() {
  return (
    <aside aria-labelledby="wallet-help" className="flex min-w-0 flex-col gap-5 text-14 xl:border-s xl:ps-10">
      <h2 id="wallet-help" className="text-16 font-semibold">
        Which wallet
      </h2>
      <dl className="flex flex-col gap-4">
        {KINDS.map(({ name, words }) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-ink-2">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-pretty text-ink-2">
        How many addresses? One for each payment that waits at the same time, and as many again that rest. A café with
        thirty payments an hour, open for half an hour each, does well with 40.
      </p>
      <div className="flex flex-col items-start gap-3 rounded-till border bg-card p-5">
        <p className="font-medium">Make a wallet offline</p>
        <p className="text-pretty text-ink-2">
          One file that makes new words and their public key. Save it, disconnect the computer, open the saved file.
          Nothing leaves the page.
        </p>
        <div className="flex flex-wrap gap-2">
          <a
            href="/offline-wallet.html"
            download="offline-wallet.html"
            className={buttonClass({ look: "secondary", size: "small" })}
          >
            Download
          </a>
        </div>
      </div>
    </aside>
  );
}
