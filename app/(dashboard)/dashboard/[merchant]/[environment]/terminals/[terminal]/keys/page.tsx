import type { Metadata } from "next";
import { TerminalFrame } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-frame";
import { activeTerminalOf } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-of";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { TerminalKeys } from "./terminal-keys";

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]/keys">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal } = await activeTerminalOf(params, "keys.manage");
  return { title: terminalsMessages.pages.titleOf(terminal.name, terminalsMessages.pages.keys) };
}

/** A terminal's API keys in the environment of the page. */
export default async function Page({ params }: Props) {
  const { member, terminal } = await activeTerminalOf(params, "keys.manage");
  const now = new Date().toISOString();
  return (
    <TerminalFrame member={member} terminal={terminal} now={now}>
      <TerminalKeys member={member} terminal={terminal} now={now} />
    </TerminalFrame>
  );
}
