"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { shellMessages } from "@/lib/messages/en/shell";
import { useMac } from "./use-mac";

const { shortcuts: text } = shellMessages;

const OPEN = "till:shortcuts";

/** Opens the dialog, from a menu or the palette. */
export function openShortcuts(): void {
  document.dispatchEvent(new Event(OPEN));
}

type SectionKey = { letter: string; label: string };

/** Every keyboard shortcut of the dashboard. */
export function ShortcutsDialog({ sections }: { sections: SectionKey[] }) {
  const [open, setOpen] = useState(false);
  const mac = useMac();
  useEffect(() => {
    const show = () => setOpen(true);
    document.addEventListener(OPEN, show);
    return () => document.removeEventListener(OPEN, show);
  }, []);
  return (
    <Dialog title={text.title} open={open} onOpenChange={setOpen}>
      <div className="flex flex-col gap-6">
        <Keys
          title={text.general}
          keys={[
            { keys: [mac ? "⌘K" : "Ctrl K"], does: text.palette },
            { keys: ["/"], does: text.search },
            { keys: ["?"], does: text.show },
            { keys: ["Esc"], does: text.close },
          ]}
        />
        <Keys
          title={text.lists}
          keys={[
            { keys: ["j", "↓"], does: text.next },
            { keys: ["k", "↑"], does: text.previous },
            { keys: ["Enter"], does: text.open },
          ]}
        />
        <Keys
          title={text.sections}
          keys={sections.map(({ letter, label }) => ({ keys: ["g", letter], does: label, inTurn: true }))}
        />
      </div>
    </Dialog>
  );
}

type Key = { keys: string[]; does: string /** pressed one after the other, instead of either */; inTurn?: boolean };

function Keys({ title, keys }: { title: string; keys: Key[] }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14 font-semibold">{title}</h3>
      <dl className="flex flex-col">
        {keys.map(({ keys: either, does, inTurn = false }) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b py-2 text-14 last:border-b-0">
            <dt>{does}</dt>
            <dd className="flex shrink-0 items-center gap-1.5 text-12 text-ink-2">
              {either.map((key, index) => (
                <span key={key} className="flex items-center gap-1.5">
                  {index > 0 && (inTurn ? text.followedBy : text.or)}
                  <Kbd>{key}</Kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
