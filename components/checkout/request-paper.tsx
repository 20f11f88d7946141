import { faceOf } from "@/lib/customer/checkout/face";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { AddressWay } from "./address-way";
import { Confirmations } from "./confirmations";
import { ConfirmingTransactions } from "./confirming-transactions";
import { CopyButton } from "./copy-button";
import { LinkWay, PhoneWay } from "./link-way";
import { ReloadLink } from "./reload-link";
import { Sums } from "./sums";
import type { View, Way } from "./view";

/** How to pay a pending payment, and what is said instead once the time is up and the server can't be reached. */
export function RequestPaper({ view }: { view: View }) {
  const { checkout, words } = view;
  return (
    <div className="px-5 pt-5 pb-5 sm:px-6">
      <div data-part="asks" className="flex flex-col gap-5">
        {faceOf(checkout.progress) === "partly" && <Missing view={view} />}
        {view.ways.length > 1 && <WayPicker view={view} />}
        <section data-part={view.way} aria-label={wayName(view.way, view)}>
          <ChosenWay view={view} />
        </section>
        {view.inApp !== null && <InApp view={view} app={view.inApp} />}
        <p className="grid text-center text-14 text-ink-2">
          <ReloadLink view={view} />
          <span>{words.selfUpdating}</span>
        </p>
        <OtherDevice view={view} />
      </div>
      <div data-part="closing" hidden>
        <h2 className="text-20 font-semibold">{words.timeUp}</h2>
        <p className="mt-2 text-16">{words.closingText}</p>
        <p className="mt-2 text-16 text-ink-2">{words.closingNext}</p>
      </div>
    </div>
  );
}

/** The browsers of other apps often refuse to open a wallet. */
function InApp({ view: { words, wallets, way, pageUrl, locale }, app }: { view: View; app: string }) {
  if (wallets.length === 0 && way !== "link") return null;
  return (
    <div className="flex flex-col gap-2 rounded-till border px-4 py-3">
      <p className="text-14">{fillIn(words.inApp, { app }, directionOf(locale) === "rtl")}</p>
      <CopyButton text={pageUrl}>{words.copyPageLink}</CopyButton>
    </div>
  );
}

function Missing({ view }: { view: View }) {
  const { checkout, words } = view;
  return (
    <section
      data-part="missing"
      aria-label={words.partiallyPaid}
      className="flex w-full flex-col gap-3 rounded-till bg-amber-wash px-4 py-4"
    >
      <Sums view={view} />
      {checkout.confirming && <Confirmations {...checkout.confirming} words={words} />}
      <ConfirmingTransactions view={view} />
      <p className="text-14 text-ink-2">{checkout.receiveAddress ? words.sendRemaining : words.remainingHint}</p>
    </section>
  );
}

/** Links, so that a choice needs no script and only the chosen way is drawn. */
function WayPicker({ view }: { view: View }) {
  const { ways, way, words } = view;
  return (
    <nav
      aria-label={words.ways}
      className="flex gap-1 rounded-till bg-ink/7 p-1 *:flex *:min-h-11 *:flex-auto *:items-center *:justify-center *:rounded-[4px] *:px-0.5 *:text-center *:text-14 *:text-balance *:text-ink-2 *:aria-[current]:bg-card *:aria-[current]:font-semibold *:aria-[current]:text-ink"
    >
      {ways.map((one) => (
        <a key={one} href={`?way=${one}`} data-way={one} aria-current={one === way ? "true" : undefined}>
          {wayName(one, view)}
        </a>
      ))}
    </nav>
  );
}

/** To the phone that scans this page, and back; not on the phone itself. */
function OtherDevice({ view }: { view: View }) {
  const way = view.way === "phone" ? (view.ways[0] as Way) : "phone";
  return (
    <a
      href={`?way=${way}`}
      data-way={way}
      className="self-center py-3 text-14 font-medium underline underline-offset-4 not-pointer-fine:hidden"
    >
      {wayName(way, view)}
    </a>
  );
}

function wayName(way: Way, { words }: View): string {
  if (way === "phone") return words.phoneWay;
  return way === "link" ? words.walletApp : words.anyWallet;
}

function ChosenWay({ view }: { view: View }) {
  const { way, words, checkout } = view;
  if (way === "phone") return <PhoneWay view={view} />;
  if (way === "address") return <AddressWay view={view} />;
  return <LinkWay view={view} hint={checkout.receiveAddress === null ? words.scan : words.linkHint} />;
}
