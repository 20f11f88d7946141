import { shellMessages } from "@/lib/service/messages/en/shell";

const text = shellMessages.sandbox;

/** The banner at the top of every sandbox page: striped, or one plain colour once the business knows its sandbox. */
export function SandboxStrip({ calm }: { calm: boolean }) {
  const look = calm ? "bg-training" : "training-hatch";
  return (
    <aside aria-label={text.title} className={`${look} flex h-6 justify-center print:hidden`}>
      <p className="figures flex items-center bg-training px-3 text-12 font-semibold text-training-ink">
        {text.title}
        <span className="max-sm:hidden">{text.detail}</span>
      </p>
    </aside>
  );
}
