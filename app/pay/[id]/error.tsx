"use client";

import type { ComponentProps } from "react";
import { KeptPayment, useKeptPayment } from "@/app/_realtime/kept-payment";
import ErrorPage from "@/app/error";

/** Keeps showing the payment after a script error. */
export default function PaymentError(props: ComponentProps<typeof ErrorPage>) {
  const payment = useKeptPayment();
  return payment ? <KeptPayment payment={payment} /> : <ErrorPage {...props} />;
}
