import { addressGroups } from "@/lib/customer/checkout/address-groups";

/** An address in groups of four without spaces, so that selecting it copies no spaces either. The ends are marked. */
export function AddressText({ value }: { value: string }) {
  return (
    <p
      translate="no"
      dir="ltr"
      className="figures text-16 leading-7 text-ink-2 *:me-2 [&_b]:font-semibold [&_b]:text-ink [&_b]:underline [&_b]:decoration-verdigris [&_b]:decoration-2 [&_b]:underline-offset-4"
    >
      {addressGroups(value).map(({ start, pieces }) => (
        <span key={start}>
          <wbr />
          {pieces.map(({ text, marked }) => (marked ? <b key={text}>{text}</b> : text))}
        </span>
      ))}
    </p>
  );
}
