import { type Capacity, capacityText } from "@/lib/settlement/capacity";

/** What a list of addresses carries, what happens beyond that, and what has no such limit. */
export function CapacityText({ capacity }: { capacity: Capacity }) {
  return (
    <>
      {capacityText(capacity)}.{" "}
      <span className="text-ink-2">
        When all addresses are in use, new live payments are refused. We recommend a public key: it has no such limit.
      </span>
    </>
  );
}
