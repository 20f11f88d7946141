import { StatusDrawing } from "@/components/ui/status-drawing";
import { type Face, faceOf } from "@/lib/customer/checkout/face";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { type View, withUnit } from "./view";

const COLOURS: Record<Face, string> = {
  pending: "text-amber-ink",
  partly: "text-amber-ink",
  confirming: "text-verdigris",
  closing: "text-amber-ink",
  paid: "text-white",
  expired: "text-brick",
  cancelled: "text-ink-2",
};

/** The status as an icon and text, announced to screen readers when it changes. */
export function StatusLine({ view }: { view: View }) {
  const face = faceOf(view.checkout.progress);
  return (
    <p data-part="status" role="status" className={`flex items-center gap-2 text-16 font-medium ${COLOURS[face]}`}>
      <FaceMark face={face} />
      <span>{statusLabel(face, view)}</span>
    </p>
  );
}

function statusLabel(face: Face, { checkout, words, locale }: View) {
  switch (face) {
    case "pending":
      return words.waiting;
    case "partly":
      return checkout.received === null
        ? words.detected
        : fillIn(words.partly, { received: checkout.received, amount: withUnit(checkout.amount, locale) });
    case "confirming":
      return words.detected;
    default:
      return words[face];
  }
}

function FaceMark({ face }: { face: Face }) {
  if (face !== "confirming" && face !== "closing") return <StatusDrawing status={face} className="size-5" />;
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-5 shrink-0">
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeWidth="1.5" />
      <path
        d={face === "closing" ? "M8 4.25V8l2.75 1.5" : "m5.25 8.25 2 2 3.5-4.25"}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
