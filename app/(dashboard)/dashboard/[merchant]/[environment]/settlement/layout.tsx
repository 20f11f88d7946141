import type { ReactNode } from "react";
import { requireMember } from "@/lib/auth/member";

type Props = { children: ReactNode; params: Promise<{ merchant: string; environment: string }> };

/** Above the skeletons, so that a refusal still is the answer's status. Every page below asks again by itself. */
export default async function Layout({ children, params }: Props) {
  await requireMember(params, "settlement.view");
  return children;
}
