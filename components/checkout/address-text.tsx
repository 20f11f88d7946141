import { addressGroups } from "@/lib/checkout/address-groups";

/** An address in groups of four without spaces, so that selecting it copies no spaces either. */
export function AddressText({ value }: { value: string }) {
  return (
    <p dir="ltr" className="figures text-16 leading-7">
      {addressGroups(value).map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={index} className="me-2">
          <wbr />
          {pieces.map(({ text, marked }) => (
            <span
              key={text}
              className={
                marked ? "font-semibold underline decoration-verdigris decoration-2 underline-offset-4" : "text-ink-2"
              }
            >
              {text}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
