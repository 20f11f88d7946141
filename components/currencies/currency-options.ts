import type { ComboboxOption } from "@/components/ui/combobox-popup";
import { CURRENCIES } from "@/lib/base/values/currencies";
import { currencyName } from "@/lib/base/values/intl";

/** The currencies to choose from by name, without those that are already there. */
export function currencyOptions(without: readonly string[] = []): ComboboxOption[] {
  return CURRENCIES.filter((code) => !without.includes(code))
    .map((code) => ({ value: code, label: currencyTitle(code) }))
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

/** `Euro (EUR)` */
export function currencyTitle(code: string): string {
  const name = currencyName(code);
  return name === code ? code : `${name} (${code})`;
}
