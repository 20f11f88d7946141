import type { Route } from "next";
import { FLAG_WORDS } from "@/components/payments/payment-words";
import { ButtonLink } from "@/components/ui/button-link";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterDates } from "@/components/ui/filter-dates";
import { STATUS_WORDS, StatusMark } from "@/components/ui/status-mark";
import { PAYMENT_FLAGS } from "@/lib/intents/payment-filter";
import { INTENT_STATUSES } from "@/lib/intents/state";

type Props = {
  terminals: { id: string; name: string }[];
  /** the merchant's day */
  today: string;
  /** a paid period that is no span of days, as a report's link has it: how it reads, and where it is taken out */
  exactPeriod: { words: string; without: Route } | null;
};

/** Every filter of the list; what they are set to stands in the address. */
export function PaymentFilters({ terminals, today, exactPeriod }: Props) {
  return (
    <FilterBar names={["q", "status", "terminal", "flag", "from", "to", "paid_from", "paid_to"]}>
      <FilterChip label="Status" name="status" multiple options={STATUSES} />
      {terminals.length > 1 && (
        <FilterChip
          label="Terminal"
          name="terminal"
          multiple
          options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FilterChip label="Out of the ordinary" name="flag" multiple options={FLAGS} />
      <FilterDates label="Created" today={today} />
      {exactPeriod ? (
        <ButtonLink href={exactPeriod.without} look="secondary">
          <span className="text-ink-2">Paid</span> {exactPeriod.words} <span aria-hidden="true">×</span>
          <span className="sr-only">, take out</span>
        </ButtonLink>
      ) : (
        <FilterDates label="Paid" from="paid_from" to="paid_to" today={today} />
      )}
    </FilterBar>
  );
}

const STATUSES = INTENT_STATUSES.map((status) => ({
  value: status,
  label: STATUS_WORDS[status],
  icon: <StatusMark status={status} />,
}));

const FLAGS = PAYMENT_FLAGS.map((flag) => ({ value: flag, label: FLAG_WORDS[flag].short }));
