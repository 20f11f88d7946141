import type { ComboboxOption } from "@/components/ui/combobox-popup";
import { knownZones } from "@/lib/base/values/intl";

/** Every time zone of the runtime, and `current` even if the runtime no longer lists its name. */
export function zoneOptions(current: string): ComboboxOption[] {
  const names = new Set([current, "UTC", ...knownZones()]);
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " ") }));
}
