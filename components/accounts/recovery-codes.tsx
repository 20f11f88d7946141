"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";
import { useKeepOpen } from "@/components/ui/dialog-hold";
import { accountMessages } from "@/lib/service/messages/en/account";

const text = accountMessages.recoveryCodes;

/** Ten recovery codes, shown this once, to copy or download. `isNew`: two-step sign-in was just turned on. */
export function RecoveryCodes({ codes, isNew = false }: { codes: string[]; isNew?: boolean }) {
  useKeepOpen("secret");
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p role="status" className="text-14 text-pretty text-ink-2">
        {isNew && <span className="font-medium text-ink">{`${text.turnedOn} `}</span>}
        <span>{text.store}</span>
      </p>
      <section aria-label={text.title} className="paper-shadow">
        <div className="torn rounded-t-till bg-amber-wash">
          <div className="flex items-center justify-between gap-4 px-4 pt-3 text-14">
            <h3 className="font-semibold">{text.title}</h3>
            <p className="font-medium text-amber-ink">{text.shownOnce}</p>
          </div>
          <ul translate="no" className="figures grid gap-x-6 gap-y-1 px-4 pt-3 pb-5 text-14 sm:grid-cols-2">
            {codes.map((code) => (
              <li key={code} className="select-all">
                {code}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <div className="-ms-2 flex flex-wrap gap-1">
          <CopyButton text={codes.join("\n")} name={text.all}>
            <span className="text-14">{text.copyAll}</span>
          </CopyButton>
          <Button look="ghost" size="small" onClick={() => save(codes)}>
            {text.download}
          </Button>
        </div>
        <DialogClose look="primary" className="sm:ms-auto">
          {text.saved}
        </DialogClose>
      </div>
    </div>
  );
}

function save(codes: string[]) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
  link.download = "recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
