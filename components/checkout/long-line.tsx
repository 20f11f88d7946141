/** A value too long for a ledger line that must be shown in full, such as an id or a transaction hash. */
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
