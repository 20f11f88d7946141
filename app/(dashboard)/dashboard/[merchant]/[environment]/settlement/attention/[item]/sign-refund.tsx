"use client";

import { prepareRefundTransaction } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { SignWithTronLink } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/sign-with-tronlink";
import type { Scope } from "@/components/shell/paths";

/** Signs a prepared refund with TronLink and sends it. */
export function SignRefund({ scope, refundId }: { scope: Scope; refundId: string }) {
  return <SignWithTronLink scope={scope} prepare={() => prepareRefundTransaction(scope, { refundId })} />;
}
