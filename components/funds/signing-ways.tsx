import { Commands } from "@/components/funds/commands";
import type { Elements } from "@/components/ui/elements";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages;

type Props = {
  /** `tronLink` signs in this browser, `file` downloads what to sign elsewhere; null: not for this member */
  ways: { tronLink: Elements; file: Elements } | null;
  /** lines for wallet-cli, and a button beside them */
  commands: string[];
  download?: Elements;
  /** what nodes say of these transfers: in the place of the general text, and of `commands` with a safe fee limit */
  estimated?: { cost: Elements; commands: Elements };
};

/** The three ways to sign prepared transfers: in this browser, on a disconnected computer, or by command line. */
export function SigningWays({ ways, commands, download, estimated }: Props) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="min-w-0 lg:col-span-2">
        {estimated?.cost ?? <p className="max-w-measure text-14 text-pretty text-ink-2">{words.fee}</p>}
      </div>
      {ways && (
        <>
          <Way heading={words.tronLink.heading} text={words.tronLink.text}>
            {ways.tronLink}
          </Way>
          <Way heading={words.file.heading} text={words.file.text}>
            {ways.file}
          </Way>
        </>
      )}
      <details open={!ways} className="min-w-0 lg:col-span-2">
        <summary className="w-fit py-2 text-14 font-medium">{words.command.heading}</summary>
        <div className="mt-2 flex min-w-0 flex-col items-start gap-3">
          {estimated?.commands ?? <Commands lines={commands} />}
          {download}
        </div>
      </details>
    </div>
  );
}

function Way({ heading, text, children }: { heading: string; text: string; children: Elements }) {
  return (
    <section className="flex min-w-0 flex-col items-start gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="text-14 font-medium">{heading}</h3>
        <p className="max-w-measure text-14 text-pretty text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
