import { Note } from "@/components/ui/note";

/** What stands between a shop and its first live payment, on every live page. */
export function LiveMissing() {
  return (
    <div className="print:hidden">
      <Note tone="amber">
        Live takes no money yet. It needs a receiving wallet, and this version settles sandbox payments only: no wallet
        can be set, so no live key is issued.
      </Note>
    </div>
  );
}
