import { buttonClass } from "@/components/ui/button";
import { walletHelp } from "@/lib/service/messages/en/wallet";

const { title, kinds, howMany, offline } = walletHelp;

/** Which wallet to use, in short. */
export function WalletHelp() {
  return (
    <aside aria-labelledby="wallet-help" className="flex min-w-0 flex-col gap-5 text-14 xl:border-s xl:ps-10">
      <h2 id="wallet-help" className="text-16 font-semibold">
        {title}
      </h2>
      <dl className="flex flex-col gap-4">
        {kinds.map(({ name, text }) => (
          <div key={name} className="flex flex-col gap-0.5">
            <dt className="font-medium">{name}</dt>
            <dd className="text-pretty text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-pretty text-ink-2">{howMany}</p>
      <div className="flex flex-col items-start gap-3 rounded-till border bg-card p-5">
        <p className="font-medium">{offline.title}</p>
        <p className="text-pretty text-ink-2">{offline.text}</p>
        <div className="flex flex-wrap gap-2">
          <a
            href="/offline-wallet.html"
            download="offline-wallet.html"
            className={buttonClass({ look: "secondary", size: "small" })}
          >
            {offline.action}
          </a>
        </div>
      </div>
    </aside>
  );
}
