"use client";

import { useState } from "react";
import { ClosingFace } from "./closing-face";
import { EndedFace } from "./ended-face";
import type { FaceProps } from "./face-props";
import { PaidFace } from "./paid-face";
import { WaitingFace } from "./waiting-face";

/** A payment on the whole screen, from the code to its end. */
export function ChargeScreen(props: FaceProps) {
  // the receipt slides out only when the payment becomes paid on this screen
  const [wasWaiting] = useState(props.payment.status === "pending");
  return (
    <div data-was-waiting={wasWaiting || undefined} className="flex flex-1 flex-col">
      <Face {...props} />
    </div>
  );
}

/** An unsure payment stays on the waiting face, where the question about cancelling is open. */
function Face(props: FaceProps) {
  switch (props.charge.face) {
    case "closing":
      return <ClosingFace {...props} />;
    case "paid":
      return <PaidFace {...props} />;
    case "ended":
      return <EndedFace {...props} />;
    default:
      return <WaitingFace {...props} />;
  }
}
