import type { Metadata } from "next";
import { TerminalFrame } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-frame";
import { activeTerminalOf } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/terminals/[terminal]/terminal-of";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";
import { TerminalDevices } from "./terminal-devices";

type Props = PageProps<"/dashboard/[merchant]/[environment]/terminals/[terminal]/devices">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { terminal } = await activeTerminalOf(params, "devices.manage");
  return { title: terminalsMessages.pages.titleOf(terminal.name, terminalsMessages.pages.devices) };
}

/** The devices that can open a terminal's keypad. */
export default async function Page({ params, searchParams }: Props) {
  const { member, terminal } = await activeTerminalOf(params, "devices.manage");
  const now = new Date().toISOString();
  return (
    <TerminalFrame member={member} terminal={terminal} now={now}>
      <TerminalDevices member={member} terminal={terminal} now={now} page={(await searchParams).page} />
    </TerminalFrame>
  );
}
