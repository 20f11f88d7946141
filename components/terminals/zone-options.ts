import type { ComboboxOption } from "@/components/ui/combobox";
import { knownZones } from "@/lib/intl";

/** Every time zone that this runtime knows; what is set now is among them, by whatever name. */
export function zoneOptions(current: string): ComboboxOption[] {
  const names = new Set([current, "UTC", ...knownZones()]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
