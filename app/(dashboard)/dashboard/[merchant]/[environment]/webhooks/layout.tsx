import type { ReactNode } from "react";
import { requireMember } from "@/lib/service/auth/member";

type Props = { children: ReactNode; params: Promise<{ merchant: string; environment: string }> };

/** Checks the permission above the skeletons, so that a refusal sets the HTTP status. Every page checks it again. */
export default async function Layout({ children, params }: Props) {
  await requireMember(params, "webhooks.view");
  return children;
}
