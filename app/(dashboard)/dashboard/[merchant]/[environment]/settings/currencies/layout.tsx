import type { ReactNode } from "react";
import { requireMember } from "@/lib/service/auth/member";

type Props = { children: ReactNode; params: Promise<{ merchant: string; environment: string }> };

/** Checks access above the skeletons, so that a 403 or 404 is the response's status. Each page checks again. */
export default async function Layout({ children, params }: Props) {
  await requireMember(params, "rates.view");
  return children;
}
