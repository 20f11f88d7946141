"use client";

import { useEffect, useState } from "react";
import type { CommandGroup } from "./command";

const PAUSE_MS = 150;
const MIN_LETTERS = 2;

/**
 * The results of `search`, debounced; an answer for older text is dropped. While `looking`, `found` is still that of an
 * earlier text: to be shown, so that the list doesn't flicker, but not to be chosen from.
 */
export function useFound(text: string, search?: (text: string) => Promise<CommandGroup[]>) {
  const [result, setResult] = useState<{ text: string; groups: CommandGroup[] }>({ text: "", groups: [] });
  const wanted = search && text.trim().length >= MIN_LETTERS ? text.trim() : "";

  useEffect(() => {
    if (!search || wanted === "") return;
    let current = true;
    const answer = (groups: CommandGroup[]) => current && setResult({ text: wanted, groups });
    const timer = setTimeout(() => {
      search(wanted).then(answer, () => answer([]));
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted, search]);

  return { found: wanted === "" ? [] : result.groups, looking: wanted !== "" && result.text !== wanted };
}
