/** The edge of every sandbox screen, at the top, always in sight: stripes, and what they mean. */
export function SandboxStrip() {
  return (
    <aside aria-label="Sandbox" className="training-hatch flex h-6 justify-center print:hidden">
      <p className="figures flex items-center bg-training px-3 text-12 font-semibold text-training-ink">
        Sandbox<span className="max-sm:hidden">: practice, no real money moves</span>
      </p>
    </aside>
  );
}
