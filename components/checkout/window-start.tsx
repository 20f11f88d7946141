import { buttonClass } from "@/components/ui/button";
import { Roll } from "@/components/ui/paper";
import { CloseButton } from "./close-button";
import { TroubleNote } from "./trouble-note";

type Props = {
  words: { payment: string; starting: string; startFailed: string; tryAgain: string; close: string };
  failed: boolean;
};

/** The window of checkout.js before the service has told of the payment, or where it couldn't be started. */
export function WindowStart({ words, failed }: Props) {
  return (
    <section>
      <header className="flex items-center justify-between px-4 py-1">
        <h2 tabIndex={-1} className="text-16 font-semibold">
          {words.payment}
        </h2>
        <div className="text-ink-2">
          <CloseButton name={words.close} />
        </div>
      </header>
      <div className="flex flex-col gap-4 px-4 pb-8">
        <TroubleNote />
        <Roll>
          <div className="flex flex-col gap-5 px-6 pt-8 pb-6 text-center">
            {failed ? (
              <>
                <p role="alert">{words.startFailed}</p>
                <button type="button" data-retry="" className={buttonClass({}, "w-full")}>
                  {words.tryAgain}
                </button>
              </>
            ) : (
              <>
                <p role="status" className="text-16 font-medium text-ink-2">
                  {words.starting}
                </p>
                <div aria-hidden="true" className="mx-auto size-56 animate-breathe rounded-till bg-ink/7" />
              </>
            )}
          </div>
        </Roll>
      </div>
    </section>
  );
}
