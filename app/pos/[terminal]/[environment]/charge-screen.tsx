"use client";

import { useState } from "react";
import { ClosingFace } from "./closing-face";
import { EndedFace } from "./ended-face";
import type { FaceProps } from "./face-props";
import { PaidFace } from "./paid-face";
import { WaitingFace } from "./waiting-face";

/** A payment on the whole screen, from the code to its end. */
export function ChargeScreen(props: FaceProps) {
  const { status } = props.payment;
  // the receipt slides out only when the payment becomes paid on this screen
  const [wasWaiting] = useState(status === "pending");
  const Face = props.charge.isOver ? ClosingFace : FACES[status];
  return (
    <div data-was-waiting={wasWaiting || undefined} className="flex flex-1 flex-col">
      <Face {...props} />
    </div>
  );
}

const FACES = { pending: WaitingFace, paid: PaidFace, expired: EndedFace, cancelled: EndedFace };
