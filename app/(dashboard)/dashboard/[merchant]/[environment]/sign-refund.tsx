"use client";

import { prepareRefundTransaction } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { SignWithTronLink } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/sign-with-tronlink";
import type { DashboardParams } from "@/components/shell/paths";

/** Signs a prepared refund with TronLink and sends it. */
export function SignRefund({ dashboard, refundId }: { dashboard: DashboardParams; refundId: string }) {
  return <SignWithTronLink dashboard={dashboard} prepare={() => prepareRefundTransaction(dashboard, { refundId })} />;
}
