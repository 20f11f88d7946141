import { uiMessages } from "@/lib/service/messages/en/ui";

/** Across the top of every sandbox page, so that it is never mistaken for live. */
export function SandboxBanner({ words = uiMessages.sandbox.banner }: { words?: string }) {
  return (
    <aside aria-label={uiMessages.sandbox.name} className="training-stripes flex justify-center px-3 print:hidden">
      <p className="bg-training px-4 py-2.5 text-center text-14 font-semibold text-training-ink">{words}</p>
    </aside>
  );
}
