import { ReceiptText, Volume2, VolumeX } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { posMessages } from "@/lib/service/messages/en/pos";

const ICON = { strokeWidth: 1.5, "aria-hidden": true, className: "size-5" } as const;

/** Names the terminal; its children are the buttons beside the name. */
export function PosHeader({
  terminal,
  merchant,
  children,
}: {
  terminal: string;
  merchant: string;
  children: Elements;
}) {
  return (
    <header className="flex items-center gap-1 px-4 py-1.5 [@media(max-height:36rem)]:py-0 [@media(max-height:36rem)]:in-[main:has([data-row])]:hidden">
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-16 font-semibold">{terminal}</h1>
        <p className="truncate text-12 text-ink-2">{merchant}</p>
      </div>
      {children}
    </header>
  );
}

export function SoundButton({ on, onToggle }: { on: boolean; onToggle(): void }) {
  return (
    <Button
      look="ghost"
      size="icon"
      aria-label={posMessages.header.sound}
      aria-pressed={on}
      onClick={onToggle}
      className="min-h-11! min-w-11!"
    >
      {on ? <Volume2 {...ICON} /> : <VolumeX {...ICON} />}
    </Button>
  );
}

export function TakingsButton({ onOpen }: { onOpen(): void }) {
  return (
    <Button look="ghost" size="small" onClick={onOpen} aria-haspopup="dialog" className="min-h-11!">
      <ReceiptText {...ICON} />
      {posMessages.header.takings}
    </Button>
  );
}
