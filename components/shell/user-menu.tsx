"use client";

import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import type { Route } from "next";
import { startTransition } from "react";
import { Menu } from "@/components/ui/menu";
import { THEMES } from "@/components/ui/theme";
import { useTheme } from "@/components/ui/use-theme";
import { shellMessages } from "@/lib/service/messages/en/shell";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { openShortcuts } from "./shortcuts-dialog";

export type ShellUser = { name: string; email: string };

type Props = {
  user: ShellUser;
  accountHref: Route;
  signOut: () => Promise<unknown>;
  /** shows the keyboard shortcuts; opens their dialog by default */
  onShortcuts?: () => void;
};

const text = shellMessages.user;

const ICONS = {
  system: <Monitor strokeWidth={1.5} />,
  light: <Sun strokeWidth={1.5} />,
  dark: <Moon strokeWidth={1.5} />,
};

/** Who is signed in, with their account, the shortcuts, the theme of this browser and the way out. */
export function UserMenu({ user, accountHref, signOut, onShortcuts = openShortcuts }: Props) {
  const name = user.name || user.email;
  const [theme, choose] = useTheme();
  return (
    <Menu
      align="start"
      side="top"
      className="w-full justify-start! gap-2.5! px-2! py-1.5"
      items={[
        { heading: user.email },
        { label: text.account, icon: <UserRound strokeWidth={1.5} />, href: accountHref },
        {
          label: shellMessages.shortcuts.title,
          icon: <Keyboard strokeWidth={1.5} />,
          shortcut: "?",
          onSelect: onShortcuts,
        },
        "separator",
        { heading: uiMessages.theme.label },
        ...THEMES.map((value) => ({
          label: uiMessages.theme.choices[value],
          icon: ICONS[value],
          checked: value === theme,
          onSelect: () => choose(value),
        })),
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
