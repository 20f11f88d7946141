import { signUpMode } from "@/lib/people/accounts/sign-up-mode";
import { anonymous } from "@/lib/service/api/context";
import { currentUser } from "@/lib/service/auth/session";

/**
 * Who reads a public page: someone signed in, someone who may create an account, or someone who needs an invitation.
 */
export type Visitor = "signed_in" | "may_sign_up" | "needs_invitation";

export async function currentVisitor(): Promise<Visitor> {
  if (await currentUser()) return "signed_in";
  return (await signUpMode(anonymous())) === "open" ? "may_sign_up" : "needs_invitation";
}
