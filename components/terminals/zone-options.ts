import type { ComboboxOption } from "@/components/ui/combobox";

/** Every time zone that this runtime knows; what is set now is among them, by whatever name. */
export function zoneOptions(current: string): ComboboxOption[] {
  const names = new Set([current, "UTC", ...Intl.supportedValuesOf("timeZone")]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
