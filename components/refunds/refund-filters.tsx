import { FilterBar } from "@/components/ui/filter-bar";
import { FilterChip } from "@/components/ui/filter-chip";
import { formatCount } from "@/lib/base/values/intl";
import { PAGE_SIZES } from "@/lib/payments/refunds/page-sizes";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import { RefundSearch } from "./refund-search";

const { filters, status } = refundsMessages;

/** `keys`: those that may prepare refunds. */
export function RefundFilters({ keys }: { keys: { id: string; name: string }[] }) {
  return (
    <FilterBar names={["q", "show", "status", "by", "confirmed", "rows"]} sheet lead={<RefundSearch />}>
      <FilterChip label={filters.show} name="show" options={[{ value: "all", label: filters.all }]} />
      <FilterChip
        label={filters.status}
        name="status"
        multiple
        options={REFUND_STATUSES.map((value) => ({ value, label: status[value] }))}
      />
      <FilterChip
        label={filters.confirmed}
        name="confirmed"
        options={[
          { value: "no", label: filters.no },
          { value: "yes", label: filters.yes },
        ]}
      />
      <FilterChip
        label={filters.by}
        name="by"
        options={[
          { value: "member", label: filters.member },
          { value: "key", label: filters.key },
          ...keys.map(({ id, name }) => ({ value: id, label: filters.keyNamed(name) })),
        ]}
      />
      <FilterChip
        label={filters.rows}
        name="rows"
        options={PAGE_SIZES.slice(1).map((value) => ({ value, label: filters.perPage(formatCount(Number(value))) }))}
      />
    </FilterBar>
  );
}
