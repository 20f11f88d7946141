"use client";

import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import type { Route } from "next";
import { startTransition } from "react";
import { Menu } from "@/components/ui/menu";
import { shellMessages } from "@/lib/messages/en/shell";

export type ShellUser = { name: string; email: string };

type Props = { user: ShellUser; accountHref: Route; signOut: () => Promise<unknown> };

const text = shellMessages.user;

/** Who is signed in, with links to their account and to sign out. */
export function UserMenu({ user, accountHref, signOut }: Props) {
  const name = user.name || user.email;
  return (
    <Menu
      align="start"
      side="top"
      className="w-full justify-start! gap-2.5! px-2! py-1.5"
      items={[
        { heading: user.email },
        { label: text.account, icon: <UserRound strokeWidth={1.5} />, href: accountHref },
        "separator",
        {
          label: text.signOut,
          icon: <LogOut strokeWidth={1.5} />,
          onSelect: () => startTransition(async () => void (await signOut())),
        },
      ]}
    >
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full border border-ink/30 bg-card text-12 font-semibold text-ink"
      >
        {initials(name)}
      </span>
      <span className="min-w-0 flex-1 truncate text-start text-14 font-normal">{name}</span>
      <ChevronsUpDown aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2" />
      <span className="sr-only">{text.accountOf}</span>
    </Menu>
  );
}

/** `Maria Sousa` → `MS`, `maria@…` → `M` */
function initials(name: string) {
  const words = name.split("@")[0]?.trim().split(/\s+/) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase();
}
