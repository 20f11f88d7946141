"use client";

import { Dialog } from "@base-ui/react/dialog";
import { Command as Palette } from "cmdk";
import { Search } from "lucide-react";
import type { Route } from "next";
import { useEffect, useRef, useState } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import type { Command, CommandGroup, CommandPaletteProps } from "./command";
import { Kbd } from "./kbd";
import { MiddleCut } from "./middle-cut";
import { Spinner } from "./spinner";
import { useFound } from "./use-found";

type Props = CommandPaletteProps & { open: boolean; onOpenChange(open: boolean): void; go(href: Route): void };

const { palette } = uiMessages;

type Choose = (entry: Command) => void;

/** The part of `CommandPalette` that is loaded on first use. */
export function CommandPalettePopup({ open, onOpenChange, go, ...content }: Props) {
  const choose = ({ href, onSelect }: Command) => {
    onOpenChange(false);
    if (href !== undefined) go(href);
    else onSelect?.();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil fixed inset-0 z-50 bg-black/30 dark:bg-black/60" />
        <Dialog.Popup className="sheet-middle fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(32rem,calc(100dvh-1.5rem))] max-w-xl flex-col overflow-hidden rounded-till border bg-card text-ink shadow-float outline-none sm:top-[14vh]">
          <Dialog.Title className="sr-only">{palette.title}</Dialog.Title>
          <Content {...content} choose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ groups, search, placeholder, choose }: CommandPaletteProps & { choose: Choose }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const { found, looking } = useFound(text, search);
  const firstFound = found[0]?.commands[0]?.id;

  // selects the first search result if nothing is selected yet, so that Enter opens it; not one for the text before
  useEffect(() => {
    if (!looking && firstFound && !list.current?.querySelector("[cmdk-item][aria-selected=true]"))
      setChosen(firstFound);
  }, [firstFound, looking]);

  return (
    <Palette label={palette.title} loop value={chosen} onValueChange={setChosen} className="flex min-h-0 flex-col">
      <div className="flex items-center gap-3 border-b px-4">
        <Search aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2" />
        <Palette.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={placeholder ?? palette.placeholder}
          className="min-h-13 w-full bg-transparent text-16 outline-none placeholder:text-ink-2"
        />
        {looking && <Spinner label={palette.searching} className="size-4 text-ink-2" />}
        <span className="max-sm:hidden">
          <Kbd>esc</Kbd>
        </span>
      </div>
      <Palette.List ref={list} className="min-h-0 overflow-y-auto overscroll-contain p-1.5 outline-none">
        {!looking && found.length === 0 && (
          <Palette.Empty className="px-4 py-8 text-center text-14 text-ink-2">{palette.empty(text)}</Palette.Empty>
        )}
        {groups.map((group) => (
          <Group key={group.heading} group={group} choose={choose} />
        ))}
        {found.map((group) => (
          <Group key={group.heading} group={group} choose={choose} found={looking ? "stale" : "current"} />
        ))}
      </Palette.List>
    </Palette>
  );
}

/** What a search found is shown whatever the text; `stale` for an earlier text, so that it can't be chosen. */
type Found = "current" | "stale";

function Group({ group, choose, found }: { group: CommandGroup; choose: Choose; found?: Found }) {
  return (
    <Palette.Group
      heading={group.heading}
      forceMount={found !== undefined}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-ink-2"
    >
      {group.commands.map((entry) => (
        <Line key={entry.id} entry={entry} choose={choose} found={found} />
      ))}
    </Palette.Group>
  );
}

function Line({ entry, choose, found }: { entry: Command; choose: Choose; found?: Found }) {
  return (
    <Palette.Item
      value={entry.id}
      keywords={[entry.label, ...(entry.keywords ?? [])]}
      forceMount={found !== undefined}
      disabled={found === "stale"}
      onSelect={() => choose(entry)}
      className="choice min-h-11!"
    >
      {entry.icon && <span className="flex size-4 shrink-0 text-ink-2 *:size-4">{entry.icon}</span>}
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.hint && (
        <span className="flex max-w-[45%] min-w-0 text-ink-2">
          <MiddleCut text={entry.hint} />
        </span>
      )}
      {entry.shortcut && <Kbd>{entry.shortcut}</Kbd>}
    </Palette.Item>
  );
}
