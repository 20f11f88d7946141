"use client";

import { ChevronDown, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Menu } from "./menu";
import type { MenuItem } from "./menu-popup";
import { useFilters } from "./use-filters";

type Props = {
  /** what is filtered: "Status" */
  label: string;
  /** the URL parameter */
  name: string;
  options: { value: string; label: string; icon?: ReactNode }[];
  /** allows several values; the parameter is then repeated */
  multiple?: boolean;
};

/** One filter of a list: shows its value and opens its options. */
export function FilterChip({ label, name, options, multiple = false }: Props) {
  const { params, latest, change } = useFilters();
  const chosen = params.getAll(name);
  const words = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);

  const choose = (value: string, wanted: boolean) => {
    const all = multiple ? latest().getAll(name) : [];
    const others = all.filter((one) => one !== value);
    change({ [name]: wanted ? [...others, value] : others });
  };
  const items: MenuItem[] = options.map(({ label, icon, value }) => {
    const checked = chosen.includes(value);
    return { label, icon, checked, onSelect: () => choose(value, !checked) };
  });
  if (words.length > 0) {
    items.push("separator", { label: uiMessages.filters.any, onSelect: () => change({ [name]: null }) });
  }

  return (
    <Menu items={items} align="start" className={chipClass(words.length > 0)}>
      <ChipContent label={label} value={words.join(", ")} />
    </Menu>
  );
}

/** A chip that is not set is a dashed outline, one that is set is solid. */
export function chipClass(set: boolean) {
  return set
    ? "border border-ink/40 bg-card text-ink! hover:border-ink"
    : "border border-dashed border-ink/35 hover:border-ink/60";
}

export function ChipContent({ label, value }: { label: string; value: string }) {
  const Icon = value === "" ? Plus : ChevronDown;
  return (
    <>
      {value === "" && <Icon aria-hidden="true" strokeWidth={1.5} className="size-3.5" />}
      <span className={value === "" ? "" : "text-ink-2"}>{label}</span>
      {value !== "" && (
        <>
          <span className="max-w-48 truncate">{value}</span>
          <Icon aria-hidden="true" strokeWidth={1.5} className="size-3.5 text-ink-2" />
        </>
      )}
    </>
  );
}
