import type { SlipPlace } from "@/components/pos/slip";
import type { Elements } from "@/components/ui/elements";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { KeypadCharge } from "./use-charge";

/** What each face of the charge screen is given. */
export type FaceProps = {
  charge: KeypadCharge;
  payment: PosPayment;
  place: SlipPlace;
  tools: Elements;
  onNext(): void;
};
