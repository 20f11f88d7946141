"use client";

import { Kbd } from "@/components/ui/kbd";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { useMac } from "./use-mac";

export type SectionKey = { letter: string; label: string };

const { shortcuts: text } = shellMessages;

/** The content of the dialog with the keyboard shortcuts. */
export function ShortcutList({ sections }: { sections: SectionKey[] }) {
  const mac = useMac();
  return (
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
                  {index > 0 && <span>{inTurn ? text.followedBy : text.or}</span>}
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
