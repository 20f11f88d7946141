import { TextSearch } from "@/components/ui/text-search";
import { paymentsMessages } from "@/lib/service/messages/en/payments";

const { label, placeholder } = paymentsMessages.search;

/** Searches the list of payments. */
export function PaymentSearch() {
  return <TextSearch label={label} placeholder={placeholder} className="min-w-0 grow basis-48 sm:max-w-72" />;
}
