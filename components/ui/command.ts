import type { Route } from "next";
import type { ReactNode } from "react";

export type Command = {
  id: string;
  label: string;
  /** shown beside the label */
  hint?: string;
  keywords?: string[];
  icon?: ReactNode;
  shortcut?: string;
  href?: Route;
  onSelect?: () => void;
};

export type CommandGroup = { heading: string; commands: Command[] };

export type CommandPaletteProps = {
  groups: CommandGroup[];
  /** finds more while the reader types, such as payments by id; at most 8 results per group */
  search?: (text: string) => Promise<CommandGroup[]>;
  placeholder?: string;
};
