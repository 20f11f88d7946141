import { shellMessages } from "@/lib/messages/en/shell";

const text = shellMessages.sandbox;

/** The striped banner at the top of every sandbox page. */
export function SandboxStrip() {
  return (
    <aside aria-label={text.title} className="training-hatch flex h-6 justify-center print:hidden">
      <p className="figures flex items-center bg-training px-3 text-12 font-semibold text-training-ink">
        {text.title}
        <span className="max-sm:hidden">{text.detail}</span>
      </p>
    </aside>
  );
}
