const SECTIONS = ["from-disk", "start", "words", "check", "typed", "result", "sign", "transfers", "signed"] as const;

export const at = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

/** Shows one section and hides the others. */
export function show(section: (typeof SECTIONS)[number]): void {
  for (const id of SECTIONS) at(id).hidden = id !== section;
  at(section).querySelector<HTMLElement>("h2[tabindex]")?.focus();
}

/** Empties every field, those with a seed phrase included. */
export function resetForms(): void {
  for (const form of document.forms) form.reset();
}

/** An element with a text. */
export function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
