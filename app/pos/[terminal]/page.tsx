import { redirect, unauthorized } from "next/navigation";
import { keypadPath } from "@/components/shell/paths";
import { findPosEnvironment } from "@/lib/service/auth/pos-session";

/** Redirects to the terminal's keypad in the environment of the device or member. */
export default async function Page({ params }: PageProps<"/pos/[terminal]">) {
  const { terminal } = await params;
  const environment = await findPosEnvironment(terminal);
  if (!environment) unauthorized();
  redirect(keypadPath(terminal.toLowerCase(), environment));
}
