import type { Route } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import type { Elements } from "@/components/ui/elements";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { FilterDates } from "@/components/ui/filter-dates";
import { STATUS_LABELS, StatusMark } from "@/components/ui/status-mark";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { FILTER_NAMES } from "@/lib/payments/lists/filter";
import { PAYMENT_FLAGS } from "@/lib/payments/lists/flags";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { PaymentSearch } from "./payment-search";

const { filters } = paymentsMessages;

type Props = {
  terminals: { id: string; name: string }[];
  /** that the business prices in, or has done so */
  currencies: string[];
  /** today in the merchant's zone */
  today: string;
  /** a paid period that isn't whole days, from a report's link: its label, and the URL without it */
  exactPeriod: { words: string; without: Route } | null;
  /** what stands after the filters: saved views, display options */
  children: Elements;
};

/** The search and the filters of the list, on one line; the URL holds their values. */
export function PaymentFilters({ terminals, currencies, today, exactPeriod, children }: Props) {
  return (
    <FilterBar names={FILTER_NAMES} sheet lead={<PaymentSearch />} trail={children}>
      <FilterChip label={filters.status} name="status" multiple options={STATUSES} />
      {terminals.length > 1 && (
        <FilterChip
          label={filters.terminal}
          name="terminal"
          multiple
          options={terminals.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <FilterChip label={filters.flag} name="flag" multiple options={FLAGS} />
      {currencies.length > 0 && (
        <FilterChip
          label={filters.currency}
          name="currency"
          multiple
          options={[...currencies, "USDT"].map((code) => ({ value: code, label: code }))}
        />
      )}
      <FilterDates label={filters.created} today={today} />
      {exactPeriod ? (
        <ButtonLink href={exactPeriod.without} look="secondary">
          <span className="text-ink-2">{filters.paid}</span>
          <span>{` ${exactPeriod.words} `}</span>
          <span aria-hidden="true">×</span>
          <span className="sr-only">{filters.remove}</span>
        </ButtonLink>
      ) : (
        <FilterDates label={filters.paid} from="paid_from" to="paid_to" today={today} />
      )}
    </FilterBar>
  );
}

const STATUSES = INTENT_STATUSES.map((status) => ({
  value: status,
  label: STATUS_LABELS[status],
  icon: <StatusMark status={status} />,
}));

const FLAGS = PAYMENT_FLAGS.map((flag) => ({ value: flag, label: paymentsMessages.flags[flag].short }));
