import type { Settings } from "@/lib/base/context/settings";

export const CHANNELS = ["email", "telegram", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where the operator is notified of problems of the whole installation. */
export function operatorChannels({ mail, telegram, operator }: Settings): Channel[] {
  const isOn = {
    email: mail !== null && operator.email !== null,
    telegram: telegram !== null && operator.telegramChatId !== null,
    webhook: operator.webhook !== null,
  };
  return CHANNELS.filter((channel) => isOn[channel]);
}
