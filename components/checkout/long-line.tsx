/** Too long for a line of the ledger, and needed whole: an id, a transaction. */
export function LongLine({ name, value }: { name: string; value: string }) {
  return (
    <p className="mt-3 text-12 text-ink-2">
      {name}
      <bdi dir="ltr" className="figures block text-start break-all rtl:text-right">
        {value}
      </bdi>
    </p>
  );
}
