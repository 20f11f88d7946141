import type { ReactNode } from "react";
import { requireMember } from "@/lib/service/auth/member";

type Props = { children: ReactNode; params: Promise<{ merchant: string; environment: string }> };

/**
 * Authorises above the skeletons, so that a refusal still sets the response's status. Every page below checks again.
 */
export default async function Layout({ children, params }: Props) {
  await requireMember(params, "settlement.view");
  return children;
}
