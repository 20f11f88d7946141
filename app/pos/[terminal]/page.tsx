import type { Route } from "next";
import { redirect, unauthorized } from "next/navigation";
import { findTillEnvironment } from "@/lib/auth/till";

/** The terminal's keypad, in the environment of the device or of the person who asks. */
export default async function Page({ params }: PageProps<"/pos/[terminal]">) {
  const { terminal } = await params;
  const environment = await findTillEnvironment(terminal);
  if (!environment) unauthorized();
  redirect(`/pos/${terminal.toLowerCase()}/${environment}` as Route);
}
